/** The niceties of an invitation's page: the countdown goes on, the guest's link can be copied, and a yes gets its confetti. */
import { createRoot, hydrateRoot } from 'react-dom/client';
import { invitationIslands } from '../pages/invitation-islands.tsx';
import { Confetti } from '../ui/confetti.tsx';

function hydrate(container: HTMLElement) {
  const { island = '', props = '{}' } = container.dataset;
  if (!Object.hasOwn(invitationIslands, island)) return;
  const Part = invitationIslands[island as keyof typeof invitationIslands] as (props: object) => React.ReactNode;
  hydrateRoot(container, <Part {...JSON.parse(props)} />, { identifierPrefix: island });
}

/** Once: the mark of the answer leaves the address, so that nothing falls again when the page is loaded again. */
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

for (const container of document.querySelectorAll<HTMLElement>('[data-island]')) hydrate(container);
if (window.location.hash === '#answered' && document.documentElement.dataset.answer === 'yes') celebrate();
