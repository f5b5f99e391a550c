import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { sampleView } from '../../entries/invitation-samples.ts';
import { PartyWhen } from './invitation-card.tsx';

test.for([
  ['America/New_York', 'New York time'],
  ['Asia/Ho_Chi_Minh', 'Ho Chi Minh time'],
  ['America/Port-au-Prince', 'Port-au-Prince time'],
  ['Etc/GMT+5', 'UTC-5'],
] as const)('No line ends within the time or its clocks, at any width: %s.', async ([zone, clocks]) => {
  const view = { ...sampleView, party: { ...sampleView.party, zone } };
  const screen = await render(<PartyWhen view={view} />);
  expect(screen.container.textContent).toBe(`Saturday, June 20, 2026, 3:30 PM, ${clocks}`);
  for (let width = 180; width <= 420; width += 6) {
    screen.container.style.width = `${width}px`;
    const lines = ['3:30 PM', clocks].map((text) => screen.getByText(text, { exact: true }).element().getClientRects());
    expect(lines.map(({ length }) => length)).toEqual([1, 1]);
  }
});
