import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerRequests } from '../../testing/network.ts';
import { cakeDay } from '../../testing/parties.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { storeSession } from '../../testing/session.ts';
import { setToday } from '../../testing/today.ts';
import { dismissToasts } from '../../ui/toaster.tsx';
import { keepInCalendar, useCancelParty } from './party-drafts.ts';

const ownerId = '00000000-0000-4000-8000-00000000000a';
beforeEach(() => {
  setToday(2026, 6, 15);
  storeSession(ownerId);
});
afterEach(() => {
  dismissToasts();
  sessionStorage.clear();
  localStorage.clear();
});

function CallOff() {
  const cancel = useCancelParty(
    ownerId,
    () => undefined,
    () => '',
  );
  return (
    <button type="button" onClick={() => void cancel(cakeDay)}>
      Call Off
    </button>
  );
}

test('An Undo before the backend has answered leaves the party in the calendar, too.', async () => {
  const answer = Promise.withResolvers<Response>();
  answerRequests(({ method }) => {
    if (method === 'DELETE') return answer.promise;
    return method === 'POST' ? new Response(null, { status: 201 }) : Response.json([]);
  });
  keepInCalendar(cakeDay);
  const screen = await renderApp(<CallOff />);
  await screen.getByRole('button', { name: 'Call Off' }).click();
  await screen.getByRole('button', { name: 'Undo' }).click();
  answer.resolve(Response.json([{ id: cakeDay.id }]));
  await expect.element(screen.getByText('The party is on again!')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save File' }).elements()).toEqual([]);
});
