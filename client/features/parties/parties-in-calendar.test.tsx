import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { cakeDay as party } from '../../testing/parties.ts';
import * as sharing from '../../ui/share.ts';
import { dismissToasts, Toaster } from '../../ui/toaster.tsx';
import { keepInCalendar, offerToCancelInCalendar } from './party-drafts.ts';

vi.mock('../../ui/share.ts', { spy: true });

afterEach(() => {
  dismissToasts();
  vi.clearAllMocks();
});

test('Who has saved a party as a file gets one that cancels it in the calendar, too; nobody else is asked. @10.153', async () => {
  vi.mocked(sharing.saveFile).mockReturnValue();
  const screen = await render(<Toaster />);
  const question = screen.getByText('Open this file, and “Cake Day” is called off there, too.');
  keepInCalendar({ ...party, id: 'other' });
  offerToCancelInCalendar(party);
  keepInCalendar(party);
  offerToCancelInCalendar(party);
  await expect.element(question).toBeVisible();
  expect(question.elements()).toHaveLength(1);
  await screen.getByRole('button', { name: 'Save File' }).click();
  await expect.poll(() => vi.mocked(sharing.saveFile).mock.calls.length).toBe(1);
  const text = await vi.mocked(sharing.saveFile).mock.lastCall![0].text();
  expect(text).toContain('STATUS:CANCELLED\r\n');
  expect(text).toContain('SUMMARY:Cake Day\r\n');
});
