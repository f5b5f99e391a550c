import { classNames } from '../../ui/class-names.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { CalendarIcon } from '../../ui/icons.tsx';
import { ItemLine, lineItemClasses, NewTabLink } from '../../ui/new-tab-link.tsx';
import { googleCalendarUrl, outlookCalendarUrl } from './calendar-links.ts';
import { type CalendarOffer, saveCalendar } from './calendar-offers.ts';

function Offer({ offer, isAlone }: { offer: CalendarOffer; isAlone: boolean }) {
  const events = offer.events();
  // The links of services accept only one event.
  const only = events.length === 1 ? events[0] : undefined;
  const fileName = only ? 'Apple or Other' : 'Any Calendar';
  return (
    <li className="grid">
      {!isAlone && <p className="px-3 pb-1 text-sm wrap-anywhere text-ink-soft">{offer.label}</p>}
      {only && (
        <>
          <NewTabLink href={googleCalendarUrl(only)} line="Opens in a new tab">
            Google
          </NewTabLink>
          <NewTabLink href={outlookCalendarUrl(only)} line="Opens in a new tab">
            Outlook
          </NewTabLink>
        </>
      )}
      <button
        type="button"
        className={lineItemClasses}
        aria-label={`${fileName}: ${offer.label}`}
        onClick={() => saveCalendar(offer)}
      >
        {fileName}
        <ItemLine>Open the file and press Add</ItemLine>
      </button>
    </li>
  );
}

/** The ways into a calendar. The file works for Apple's Calendar, Outlook and every other calendar app. */
export function CalendarOffers({ offers, className }: { offers: readonly CalendarOffer[]; className: string }) {
  return (
    <ul className={classNames('grid gap-3 pb-2', className)}>
      {offers.map((offer) => (
        <Offer key={offer.label} offer={offer} isAlone={offers.length === 1} />
      ))}
    </ul>
  );
}

/** The ways into a calendar, folded. */
export function AddToCalendar({ offers }: { offers: readonly CalendarOffer[] }) {
  return (
    <Disclosure
      title={
        <span className="me-auto flex items-center gap-3">
          <CalendarIcon />
          Add to Calendar
        </span>
      }
      className="w-full"
    >
      {/* Their names begin where that of the fold does, beside its icon. */}
      <CalendarOffers offers={offers} className="ms-6 -me-3" />
    </Disclosure>
  );
}
