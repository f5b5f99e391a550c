import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { googleCalendarUrl, outlookCalendarUrl } from './calendar-links.ts';
import { type CalendarOffer, saveCalendar } from './calendar-offers.ts';

function Offer({ offer }: { offer: CalendarOffer }) {
  const events = offer.events();
  // The links of services accept only one event.
  const only = events.length === 1 ? events[0] : undefined;
  const fileName = only ? 'Apple or Other' : 'Any Calendar';
  return (
    <li className="grid gap-2">
      <p className="font-bold wrap-anywhere">{offer.label}</p>
      <div className="flex flex-wrap gap-2">
        {only && (
          <>
            <NewTabLink href={googleCalendarUrl(only)}>Google</NewTabLink>
            <NewTabLink href={outlookCalendarUrl(only)}>Outlook</NewTabLink>
          </>
        )}
        <Button variant="secondary" aria-label={`${fileName}: ${offer.label}`} onClick={() => saveCalendar(offer)}>
          {fileName}
        </Button>
      </div>
    </li>
  );
}

/** The ways into a calendar. The file works for Apple's Calendar, Outlook and every other calendar app. */
export function CalendarOffers({ offers }: { offers: readonly CalendarOffer[] }) {
  return (
    <div className="grid gap-4 pt-2 pb-4">
      <ul className="grid gap-4">
        {offers.map((offer) => (
          <Offer key={offer.label} offer={offer} />
        ))}
      </ul>
      <p className="text-sm text-ink-soft">For Apple and others, open the file and press Add.</p>
    </div>
  );
}

/** The ways into a calendar, folded. */
export function AddToCalendar({ offers }: { offers: readonly CalendarOffer[] }) {
  return (
    <Disclosure title="Add to Calendar" className="w-full">
      <CalendarOffers offers={offers} />
    </Disclosure>
  );
}
