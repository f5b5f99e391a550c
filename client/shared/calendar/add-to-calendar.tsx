import { classNames } from '../../ui/class-names.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { CalendarIcon } from '../../ui/icons.tsx';
import { lineItemClasses, NewTabLink } from '../../ui/new-tab-link.tsx';
import { googleCalendarUrl, outlookCalendarUrl } from './calendar-links.ts';
import { type CalendarOffer, saveCalendar } from './calendar-offers.ts';

function Offer({ offer }: { offer: CalendarOffer }) {
  const events = offer.events();
  // The links of services accept only one event.
  const only = events.length === 1 ? events[0] : undefined;
  return (
    <li className="grid">
      {only && (
        <>
          <NewTabLink href={googleCalendarUrl(only)} className={lineItemClasses}>
            Google
          </NewTabLink>
          <NewTabLink href={outlookCalendarUrl(only)} className={lineItemClasses}>
            Outlook
          </NewTabLink>
        </>
      )}
      <button
        type="button"
        className={lineItemClasses}
        aria-label={only && `Apple or Other: ${offer.label}`}
        onClick={() => saveCalendar(offer)}
      >
        {only ? 'Apple or Other' : offer.label}
      </button>
    </li>
  );
}

/** The ways into a calendar. The file works for Apple's Calendar, Outlook and every other calendar app. */
export function CalendarOffers({ offers, className }: { offers: readonly CalendarOffer[]; className: string }) {
  return (
    <ul className={classNames('divide-y-2 divide-line pb-2 *:py-1 *:first:pt-0 *:last:pb-0', className)}>
      {offers.map((offer) => (
        <Offer key={offer.label} offer={offer} />
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
