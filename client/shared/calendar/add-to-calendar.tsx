import { Disclosure } from '../../ui/disclosure.tsx';
import { CalendarIcon } from '../../ui/icons.tsx';
import { menuItemClasses } from '../../ui/menu.tsx';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { googleCalendarUrl, outlookCalendarUrl } from './calendar-links.ts';
import { type CalendarOffer, saveCalendar } from './calendar-offers.ts';

function Offer({ offer }: { offer: CalendarOffer }) {
  const events = offer.events();
  // The links of services accept only one event.
  const only = events.length === 1 ? events[0] : undefined;
  const fileName = only ? 'Apple or Other' : 'Any Calendar';
  return (
    <li>
      <p className="text-sm wrap-anywhere text-ink-soft">{offer.label}</p>
      <div className="-mx-3 grid">
        {only && (
          <>
            <NewTabLink href={googleCalendarUrl(only)} className={menuItemClasses}>
              Google
            </NewTabLink>
            <NewTabLink href={outlookCalendarUrl(only)} className={menuItemClasses}>
              Outlook
            </NewTabLink>
          </>
        )}
        <button
          type="button"
          className={menuItemClasses}
          aria-label={`${fileName}: ${offer.label}`}
          onClick={() => saveCalendar(offer)}
        >
          {fileName}
        </button>
      </div>
    </li>
  );
}

/** The ways into a calendar. The file works for Apple's Calendar, Outlook and every other calendar app. */
export function CalendarOffers({ offers }: { offers: readonly CalendarOffer[] }) {
  return (
    <div className="grid gap-3 pb-4">
      <ul className="grid gap-3">
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
    <Disclosure
      title={
        <span className="me-auto flex items-center gap-3">
          <CalendarIcon />
          Add to Calendar
        </span>
      }
      className="w-full"
    >
      <CalendarOffers offers={offers} />
    </Disclosure>
  );
}
