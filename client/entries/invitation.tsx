/** Brings an invitation's page to life: guests read their own time, step numbers and copy their link, and a yes gets its confetti. */
import { createRoot, hydrateRoot } from 'react-dom/client';
import { invitationIslands } from '../pages/invitation-islands.tsx';
import { enlivenAnswerForm } from '../pages/live-answer-form.ts';
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

/** Without network, sending would put the browser's own page in place of what was typed. */
function keepWithoutNetwork(event: SubmitEvent) {
  const form = event.target as HTMLFormElement;
  const note = form.querySelector<HTMLElement>('#no-network');
  if (!note) return;
  note.hidden = navigator.onLine;
  if (!navigator.onLine) event.preventDefault();
}

bearOtherPrograms();
enlivenAnswerForm();
addEventListener('submit', keepWithoutNetwork);
addEventListener('click', step);
for (const container of document.querySelectorAll<HTMLElement>('[data-island]')) hydrate(container);
if (window.location.hash === '#answered' && document.documentElement.dataset.answer === 'yes') celebrate();
