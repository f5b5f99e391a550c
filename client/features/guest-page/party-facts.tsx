import { Fragment, type ReactNode } from 'react';
import { invitationFile } from '../../../addresses/addresses.ts';
import { formatLongDate } from '../../../domain/dates/calendar-date.ts';
import type { ShownInvitation } from '../../../domain/guests/invitation-page.ts';
import { invitationCalendar, invitationEvent } from '../../../domain/parties/invitation-event.ts';
import { isolated } from '../../../domain/text/text.ts';
import { linkedParts, linkOfPlace } from '../../../domain/text/text-links.ts';
import {
  googleCalendarUrl,
  isOnTheInternet,
  outlookCalendarUrl,
  webcalUrl,
} from '../../shared/calendar/calendar-links.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Summary } from '../../ui/disclosure.tsx';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { PartyWhen } from './invitation-card.tsx';

function wordsOf({ view, isStatic }: ShownInvitation): { title: string; text: string } | null {
  const { state, answerUntil, host, guest } = view;
  const name = host.name ? isolated(host.name) : 'your host';
  if (state === 'cancelled') {
    const calendars = isStatic
      ? 'If it stands in your calendar, please strike it out there.'
      : 'A calendar that subscribes strikes it out by itself; in any other, please strike it out there.';
    return { title: 'This party is called off', text: `${calendars} Ask ${name} what happens instead.` };
  }
  if (state === 'past')
    return { title: 'This party is over', text: 'We hope that there was cake, and a nap after it.' };
  if (state === 'closed') {
    const until = answerUntil
      ? `Answers were welcome until ${formatLongDate(answerUntil)}.`
      : 'The time for answers is over.';
    const late =
      guest?.answer === 'no'
        ? `If something has changed, please tell ${name} yourself.`
        : `You can still say that you can't come. For anything else, please ask ${name}.`;
    return { title: 'The guest list is closed', text: `${until} ${late}` };
  }
  if (state === 'full' && guest?.answer !== 'yes') {
    return {
      title: 'The party is full',
      text: 'Say yes all the same: you wait in line, and move up by yourself when there is room again.',
    };
  }
  return null;
}

/** Explains why an invitation cannot simply be answered. */
export function PartyState({ page }: { page: ShownInvitation }) {
  const words = wordsOf(page);
  return (
    words && (
      <section className="rounded-card bg-apricot px-6 py-5 text-on-apricot sm:px-8">
        <h2 className="text-title">{words.title}</h2>
        <p className="mt-1 wrap-anywhere">{words.text}</p>
      </section>
    )
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="font-bold wrap-anywhere">{children}</dd>
    </div>
  );
}

/** A link that a host gave. It opens in a new tab, and its site does not learn the address of this page. */
function HostsLink({ href, className, children }: { href: string; className: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="nofollow noopener noreferrer" className={className}>
      {children}
      <span className="sr-only"> (opens a new tab)</span>
    </a>
  );
}

const wordClasses = 'rounded-field text-ink underline underline-offset-4';

/** A host's words, in which links and telephone numbers can be pressed. A link shows its address, so that it leads where it says. */
function HostsWords({ text }: { text: string }) {
  let start = 0;
  return linkedParts(text).map(({ text: part, href }) => {
    const key = start;
    start += part.length;
    if (href === null) return <Fragment key={key}>{part}</Fragment>;
    if (!href.startsWith('tel:'))
      return (
        <HostsLink key={key} href={href} className={wordClasses}>
          {part}
        </HostsLink>
      );
    return (
      <a key={key} href={href} className={wordClasses}>
        {part}
      </a>
    );
  });
}

/** The domains whose links are known to be maps. */
const maps =
  /^(?:maps\.app\.goo\.gl|maps\.apple\.com|(?:www\.)?google\.[a-z.]+|maps\.google\.[a-z.]+|(?:www\.)?openstreetmap\.org|osm\.org)$/;

function hostOf(link: string): string {
  return /^https?:\/\/([^/:?#]+)/i.exec(link)?.[1]?.toLowerCase() ?? '';
}

/** Leads to the place: by directions, or by the link that the host gave for it. */
function WayThere({ place }: { place: string }) {
  const link = linkOfPlace(place);
  if (link === null) return <NewTabLink href={directionsUrl(place)}>Directions</NewTabLink>;
  const label = maps.test(hostOf(link)) ? 'Open the Map' : 'Open the Link';
  return (
    <HostsLink href={link} className={buttonClasses('secondary')}>
      {label}
    </HostsLink>
  );
}

function directionsUrl(place: string): string {
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: place })}`;
}

type PageProps = {
  page: ShownInvitation;
  /** The address of the page, with its token. */
  address: string;
};

function eventPageOf({ page, address }: PageProps) {
  return { address, host: new URL(page.site).hostname };
}

/** The calendar file. On a static page, where no server serves it, the link itself contains it. */
function FileLink({ children, ...props }: PageProps & { children: string }) {
  const { view, token, isStatic = false } = props.page;
  const file = isStatic ? encodeURIComponent(invitationCalendar(view, eventPageOf(props))) : '';
  const target = isStatic
    ? { href: `data:text/calendar;charset=utf-8,${file}`, download: 'party.ics' }
    : { href: invitationFile(view.fileToken ?? token) };
  return (
    <a {...target} className={buttonClasses('secondary')}>
      {children}
    </a>
  );
}

function Calendars(props: PageProps) {
  const { site, token, view, isStatic = false } = props.page;
  const file = `${site}${invitationFile(view.fileToken ?? token)}`;
  const event = invitationEvent(view, eventPageOf(props));
  return (
    <details className="no-print">
      <Summary>Add to Calendar</Summary>
      <div className="flex flex-wrap gap-2 pt-2">
        <FileLink {...props}>Calendar File</FileLink>
        {!isStatic && isOnTheInternet(file) && (
          <a href={webcalUrl(file)} className={buttonClasses('secondary')}>
            Subscribe
          </a>
        )}
        <NewTabLink href={googleCalendarUrl(event)}>Google</NewTabLink>
        <NewTabLink href={outlookCalendarUrl(event)}>Outlook</NewTabLink>
      </div>
      <p className="mt-2 text-sm text-ink-soft">
        {isStatic
          ? 'This notes the party once. If it moves, add it again.'
          : 'A calendar that subscribes follows when the party moves. The other ways note it once.'}
      </p>
    </details>
  );
}

/** What, when and where, the host's words, and the links to calendars and to the place. */
export function PartyFacts({ countdown, ...props }: PageProps & { countdown: ReactNode }) {
  const { view } = props.page;
  const { party, message, host, state, guest } = view;
  const isAhead = state !== 'past' && state !== 'cancelled';
  return (
    <section aria-label="The party" className="grid gap-5 rounded-card bg-card px-6 py-6 shadow-card sm:px-8">
      {isAhead && countdown}
      <dl className="grid gap-3">
        <Fact label="When">
          <PartyWhen view={view} />
        </Fact>
        {party.location && (
          <Fact label="Where">
            <HostsWords text={party.location} />
          </Fact>
        )}
        {party.isPlaceHidden && (
          <Fact label="Where">
            {guest?.isWaiting
              ? 'You see the place once there is room for you'
              : 'The place is shown to guests who say yes'}
          </Fact>
        )}
      </dl>
      {party.description && (
        <p className="wrap-anywhere whitespace-pre-line">
          <HostsWords text={party.description} />
        </p>
      )}
      {/* The message welcomes guests, which is out of place once the party is called off. */}
      {message && state !== 'cancelled' && (
        <figure className="rounded-field bg-sky-wash px-4 py-3">
          <blockquote className="wrap-anywhere whitespace-pre-line">
            <HostsWords text={message} />
          </blockquote>
          {host.name && <figcaption className="mt-1 text-sm wrap-anywhere">{host.name}</figcaption>}
        </figure>
      )}
      {isAhead && party.location && (
        <p className="no-print">
          <WayThere place={party.location} />
        </p>
      )}
      {isAhead && <Calendars {...props} />}
      {state === 'cancelled' && (
        <p className="no-print">
          <FileLink {...props}>Update My Calendar</FileLink>
        </p>
      )}
    </section>
  );
}
