import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { dogHash, partiesHash, partyHash } from '../../addresses/addresses.ts';
import { keepAskedPlace } from '../data/drafts/asked-place.ts';
import { Dialog } from '../ui/dialog.tsx';
import { leavePlace, PlacesBar, useLeaveUnknown, usePlace } from './places.tsx';

const here = window.location.pathname + window.location.search;
const hash = dogHash('rex');

beforeEach(() => window.history.replaceState(null, '', here));

function Pages() {
  const place = usePlace();
  useLeaveUnknown(place.name === 'dog' && place.id === 'gone', '');
  return (
    <>
      <PlacesBar place={place} news={2} />
      <main className="min-h-[300dvh] pt-[150dvh]">
        <h1>{place.name}</h1>
        {place.name === 'pack' && <a href={hash}>Rex</a>}
        {place.name === 'dog' && (
          <button type="button" onClick={() => leavePlace('')}>
            Back
          </button>
        )}
      </main>
    </>
  );
}

test('A page starts at its top with the focus on its heading, and the way back leads to the link that opened it. @10.31', async () => {
  const screen = await render(<Pages />);
  const link = screen.getByRole('link', { name: 'Rex' });
  window.scrollTo(0, 300);
  await expect.poll(() => window.scrollY).toBe(300);
  await link.click();
  await expect.element(screen.getByRole('heading', { name: 'dog' })).toHaveFocus();
  expect(window.scrollY).toBe(0);
  const { length } = window.history;
  await screen.getByRole('button', { name: 'Back' }).click();
  await expect.element(link).toHaveFocus();
  await expect.poll(() => window.scrollY).toBeGreaterThan(0);
  expect(window.history.length).toBe(length);
  expect(window.location.hash).toBe('');
});

test.for([
  ['its address', hash],
  ['a link to a stamp', dogHash('rex', '2026-06-15')],
] as const)('The way back from a page that was entered by %s stays in Wagday. @10.31', async ([, address]) => {
  window.history.replaceState(null, '', address);
  const screen = await render(<Pages />);
  const { length } = window.history;
  await screen.getByRole('button', { name: 'Back' }).click();
  await expect.element(screen.getByRole('link', { name: 'Rex' })).toHaveFocus();
  expect(window.history.length).toBe(length);
});

test('On a phone the bar of places makes room for the page of a record, but for one that has no bar of its own.', async () => {
  await page.viewport(390, 844);
  const bar = (isOnPhone: boolean) => <PlacesBar place={{ name: 'dog', id: 'rex' }} news={0} isOnPhone={isOnPhone} />;
  const screen = await render(bar(false));
  const places = screen.getByRole('navigation', { name: 'Places', includeHidden: true });
  await expect.element(places).not.toBeVisible();
  await screen.rerender(bar(true));
  await expect.element(places).toBeVisible();
  // What a past party has at its foot is not fixed there.
  const ofParty = <PlacesBar place={{ name: 'party', id: 'cake day' }} news={0} />;
  await screen.rerender(ofParty);
  await expect.element(places).toBeVisible();
  await screen.rerender(
    <>
      {ofParty}
      <div className="foot-bar" />
    </>,
  );
  await expect.element(places).not.toBeVisible();
});

/** A page whose form removes what it is about. Nothing else notices that it is gone. */
function PageWithForm() {
  const [isFormOpen, setIsFormOpen] = useState(true);
  function remove() {
    setIsFormOpen(false);
    leavePlace(partiesHash);
  }
  return (
    <>
      <h1>{usePlace().name}</h1>
      {isFormOpen && (
        <Dialog title="Form" onClose={() => undefined}>
          <button type="button" onClick={remove}>
            Remove
          </button>
        </Dialog>
      )}
    </>
  );
}

test('A page that was entered by its address is left by its form, too, for the page above it.', async () => {
  window.history.replaceState(null, '', partyHash('rex'));
  const screen = await render(<PageWithForm />);
  await expect.poll(() => window.history.state?.wagdayDialogs).toBe(1);
  await screen.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => window.history.state?.wagdayDialogs).toBeUndefined();
  await expect.element(screen.getByRole('heading', { name: 'parties' })).toBeVisible();
  expect(window.location.hash).toBe(partiesHash);
});

test('The address of a record that is not there gives way to the pack. @10.32', async () => {
  window.history.replaceState(null, '', dogHash('gone'));
  const screen = await render(<Pages />);
  await expect.element(screen.getByRole('heading', { name: 'pack' })).toBeVisible();
  expect(window.location.hash).toBe('');
});

test('The bar leads to the three places, marks the open one, and counts new answers. @10.22', async () => {
  const screen = await render(<Pages />);
  const parties = screen.getByRole('link', { name: /^Parties 2 new answers/ });
  await expect.element(screen.getByRole('link', { name: 'Pack' })).toHaveAttribute('aria-current', 'page');
  await parties.click();
  await expect.element(screen.getByRole('heading', { name: 'parties' })).toHaveFocus();
  await expect.element(parties).toHaveAttribute('aria-current', 'page');
  expect(window.location.hash).toBe(partiesHash);
});

test('A place that was asked for before the sign-in opens after it, once. @10.32', async () => {
  window.history.replaceState(null, '', hash);
  keepAskedPlace();
  window.history.replaceState(null, '', '/');
  const screen = await render(<Pages />);
  await expect.element(screen.getByRole('heading', { name: 'dog' })).toBeVisible();
  await screen.unmount();
  window.history.replaceState(null, '', '/');
  const again = await render(<Pages />);
  await expect.element(again.getByRole('heading', { name: 'pack' })).toBeVisible();
  window.history.replaceState(null, '', here);
});
