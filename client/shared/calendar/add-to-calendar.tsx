import { classNames } from '../../ui/class-names.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { CalendarIcon, PartyHatIcon } from '../../ui/icons.tsx';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { googleCalendarUrl, outlookCalendarUrl } from './calendar-links.ts';
import { type CalendarOffer, saveCalendar } from './calendar-offers.ts';

const offerClasses = 'flex min-h-12 items-center gap-3 px-3 text-start hover:bg-apricot-wash';

function Offer({ offer }: { offer: CalendarOffer }) {
  const events = offer.events();
  // The links of services accept only one event.
  const only = events.length === 1 ? events[0] : undefined;
  return (
    <li className="grid divide-y divide-line not-first:pt-2">
      {only && (
        <>
          <NewTabLink href={googleCalendarUrl(only)} icon={<CalendarIcon />} className={offerClasses}>
            Google
          </NewTabLink>
          <NewTabLink href={outlookCalendarUrl(only)} icon={<CalendarIcon />} className={offerClasses}>
            Outlook
          </NewTabLink>
        </>
      )}
      <button
        type="button"
        className={offerClasses}
        aria-label={only && `Apple or Other: ${offer.label}`}
        onClick={() => saveCalendar(offer)}
      >
        {only ? <CalendarIcon /> : <PartyHatIcon />}
        <span>{only ? 'Apple or Other' : offer.label}</span>
      </button>
    </li>
  );
}

/** The ways into a calendar. The file works for Apple's Calendar, Outlook and every other calendar app. */
export function CalendarOffers({ offers, className }: { offers: readonly CalendarOffer[]; className: string }) {
  return (
    <ul className={classNames('divide-y divide-line border-t border-line pb-2', className)}>
      {offers.map((offer) => (
        <Offer key={offer.label} offer={offer} />
      ))}
    </ul>
  );
}

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
      {/* Their names begin where that of the fold does. Its icon is enough for all calendars. */}
      <CalendarOffers offers={offers} className="-mx-3 *:first:ps-9 [&>:first-child_svg]:hidden" />
    </Disclosure>
  );
}
