/** Brings an invitation's page to life: guests read their own time, step numbers and copy their link, and a yes gets its confetti. */
import { createRoot, hydrateRoot } from 'react-dom/client';
import { invitationIslands } from '../pages/invitation-islands.tsx';
import { Confetti } from '../ui/confetti.tsx';
import { step } from '../ui/step.ts';
import { bearOtherPrograms } from './other-programs.ts';

function hydrate(container: HTMLElement) {
  const { island = '', props = '{}' } = container.dataset;
  if (!Object.hasOwn(invitationIslands, island)) return;
  const Part = invitationIslands[island as keyof typeof invitationIslands] as (props: object) => React.ReactNode;
  hydrateRoot(container, <Part {...JSON.parse(props)} />, { identifierPrefix: island });
}

/** Celebrates once: removes the mark of the answer from the address, so that a reload brings no more confetti. */
function celebrate() {
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  root.render(
    <Confetti
      onEnd={() => {
        root.unmount();
        container.remove();
      }}
    />,
  );
}

/** Returns the bar of the answers while its form is open and covers the page. Refused, it cannot be closed. */
function openSheet(): Element | null {
  const bar = document.querySelector('.answer-bar');
  if (!bar?.querySelector('.answer-rest')?.checkVisibility() || bar.querySelector('#problems')) return null;
  return getComputedStyle(bar).position === 'sticky' ? bar : null;
}

/** Closes the form and keeps what is typed. Without a script the button empties it. */
function close(event: Event, form: HTMLFormElement | null | undefined) {
  if (!form) return;
  event.preventDefault();
  const answers = form.querySelectorAll<HTMLInputElement>('[name="answer"]');
  for (const answer of answers) answer.checked = false;
  // Clearing by script fires no event, so this one tells the table that the typed dog is gone.
  form.dispatchEvent(new Event('input', { bubbles: true }));
  answers[0]?.focus();
}

/** The cross closes the form, and so does a press beside it: what the form covers is inert. */
function pressToClose(event: Event) {
  if (!(event.target instanceof Element)) return;
  const sheet = openSheet();
  const isBeside = sheet?.contains(event.target) === false;
  close(event, isBeside ? sheet.querySelector('form') : event.target.closest('.answer-close')?.closest('form'));
}

/** Takes the free chair at the table: the guest comes, and names the dog. */
function takeChair() {
  const form = document.querySelector('.answer-form');
  const going = form?.querySelector<HTMLInputElement>('[value="yes"]');
  if (going) going.checked = true;
  form?.dispatchEvent(new Event('input', { bubbles: true }));
  form?.querySelector<HTMLInputElement>('[name="dogName"]')?.focus();
}

function pressChair(event: Event) {
  if (!(event.target instanceof Element) || !event.target.closest('.your-dog')) return;
  event.preventDefault();
  takeChair();
}

/** Without network, sending would put the browser's own page in place of what was typed. */
function keepWithoutNetwork(event: Event) {
  const note = (event.target as Element).querySelector<HTMLElement>('#no-network');
  if (!note) return;
  note.hidden = navigator.onLine;
  if (note.hidden) return;
  event.preventDefault();
  // One who pressed Enter is elsewhere in the form.
  note.scrollIntoView({ block: 'center' });
}

/**
 * Keeps the focus out of what the open form covers; what takes no focus can still be read. In a wide or a low window the form is a part of
 * the page, and covers nothing.
 */
function coverPage() {
  const bar = document.querySelector('.answer-bar');
  const isSheet = openSheet() !== null;
  for (let part: Element | null = bar; part && part !== document.body; part = part.parentElement)
    for (const other of part.parentElement?.children ?? [])
      if (other !== part && other instanceof HTMLElement)
        other.inert = isSheet && other.querySelector('a, button, input, summary') !== null;
}

bearOtherPrograms();
for (const change of ['input', 'resize', 'hashchange', 'pageshow']) addEventListener(change, coverPage);
addEventListener('click', pressToClose);
addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && event.target instanceof Element)
    close(event, event.target.closest<HTMLFormElement>('.answer-bar form'));
});
addEventListener('click', pressChair);
addEventListener('submit', keepWithoutNetwork);
// The form sinks when it is sent, and is up again if the page comes back.
addEventListener('submit', ({ target, defaultPrevented }) => {
  if (defaultPrevented || !(target instanceof Element)) return;
  target.closest('.answer-bar')?.classList.add('is-sent');
  // After the page has changed, browsers count no press, and refuse it.
  navigator.vibrate?.(20);
});
addEventListener('pageshow', () => document.querySelector('.is-sent')?.classList.remove('is-sent'));
addEventListener('click', step);
for (const container of document.querySelectorAll<HTMLElement>('[data-island]')) hydrate(container);
// The chair whose press loaded the script. Another fragment ends the state of the field that the chair leads to.
if (window.location.hash && document.querySelector<HTMLAnchorElement>('.your-dog')?.hash === window.location.hash) {
  window.location.replace('#form');
  takeChair();
}
coverPage();
if (window.location.hash === '#answered' && document.documentElement.dataset.answer === 'yes') celebrate();
