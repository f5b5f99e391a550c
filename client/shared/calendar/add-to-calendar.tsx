import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { googleCalendarUrl, outlookCalendarUrl } from './calendar-links.ts';
import { type CalendarOffer, saveCalendar } from './calendar-offers.ts';

function Offer({ offer }: { offer: CalendarOffer }) {
  const events = offer.events();
  const [only] = events;
  return (
    <li className="grid gap-2">
      <p className="font-bold wrap-anywhere">{offer.label}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" aria-label={`Calendar File: ${offer.label}`} onClick={() => saveCalendar(offer)}>
          Calendar File
        </Button>
        {/* Apple has no link for a single event, but its calendar opens the file. */}
        <Button variant="secondary" aria-label={`Apple Calendar: ${offer.label}`} onClick={() => saveCalendar(offer)}>
          Apple
        </Button>
        {/* Their links accept only one event. */}
        {only && events.length === 1 && (
          <>
            <NewTabLink href={googleCalendarUrl(only)}>Google</NewTabLink>
            <NewTabLink href={outlookCalendarUrl(only)}>Outlook</NewTabLink>
          </>
        )}
      </div>
    </li>
  );
}

/** The ways into a calendar. The file works for Apple's Calendar, Outlook and every other calendar app. */
export function CalendarOffers({ offers }: { offers: readonly CalendarOffer[] }) {
  return (
    <div className="grid gap-4 pt-2">
      <ul className="grid gap-4">
        {offers.map((offer) => (
          <Offer key={offer.label} offer={offer} />
        ))}
      </ul>
      <p className="text-sm text-ink-soft">
        For Apple you get the file, too: open it and press Add. Outlook and most other calendar apps take it as well.
      </p>
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
