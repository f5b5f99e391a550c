import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { changeOf } from '../data/offline/changes.ts';
import { changeStored } from '../data/offline/database.ts';
import { dogs } from '../data/records/dogs.ts';
import { rex } from '../testing/dogs.ts';
import { session, storeSession } from '../testing/session.ts';
import { SignOutQuestion, useSignOut } from './sign-out.tsx';

function SignOut() {
  const { askOrLeave, ...question } = useSignOut();
  return (
    <>
      <button type="button" onClick={askOrLeave}>
        Sign Out
      </button>
      <SignOutQuestion {...question} />
    </>
  );
}

test('Unsent changes are asked about although no outbox is open.', async () => {
  storeSession();
  await changeStored('changes', session.user.id, () => [changeOf(dogs, null, rex)]);
  const screen = await render(<SignOut />);
  await screen.getByRole('button', { name: 'Sign Out' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  expect(window.localStorage.getItem('wagday-session')).not.toBeNull();
  await changeStored('changes', session.user.id, () => undefined);
});
