import { type CalendarEvent, calendarText } from '../../../domain/calendar-text.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { saveFile } from '../../ui/share.ts';
import { googleCalendarUrl, outlookCalendarUrl } from './calendar-links.ts';

/** Something for a calendar. `name` is what a calendar app calls the file's calendar. */
export type CalendarOffer = { label: string; name: string; fileName: string; events: () => CalendarEvent[] };

function saveCalendar({ name, fileName, events }: CalendarOffer) {
  const text = calendarText({ name, events: events(), writtenAt: new Date() });
  saveFile(new File([text], fileName, { type: 'text/calendar;charset=utf-8' }));
}

/** A link to a calendar service, which opens in a new tab. */
function ServiceLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${children} (opens a new tab)`}
      className={buttonClasses('secondary')}
    >
      {children}
    </a>
  );
}

function Offer({ offer }: { offer: CalendarOffer }) {
  const events = offer.events();
  const [only] = events;
  return (
    <li className="grid gap-2">
      <p className="font-bold wrap-anywhere">{offer.label}</p>
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" aria-label={`Calendar File: ${offer.label}`} onClick={() => saveCalendar(offer)}>
          Calendar File
        </Button>
        {/* Their links take one event. */}
        {only && events.length === 1 && (
          <>
            <ServiceLink href={googleCalendarUrl(only)}>Google</ServiceLink>
            <ServiceLink href={outlookCalendarUrl(only)}>Outlook</ServiceLink>
          </>
        )}
      </div>
    </li>
  );
}

/** The ways into a calendar, folded. The file is for Apple's Calendar, Outlook and every other calendar app. */
export function AddToCalendar({ offers }: { offers: readonly CalendarOffer[] }) {
  return (
    <Disclosure title="Add to Calendar" className="w-full">
      <div className="grid gap-4 pt-2">
        <ul className="grid gap-4">
          {offers.map((offer) => (
            <Offer key={offer.label} offer={offer} />
          ))}
        </ul>
        <p className="text-sm text-ink-soft">The file opens in Apple Calendar, Outlook and most other calendar apps.</p>
      </div>
    </Disclosure>
  );
}
