import { Fragment, type ReactNode } from 'react';
import { invitationFile } from '../../../addresses/addresses.ts';
import { formatDayOfWeek, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import type {
  ComingGuests,
  InvitationState,
  InvitationView,
  InvitingDog,
} from '../../../domain/guests/invitation-view.ts';
import { countOf, headsText } from '../../../domain/guests/listed-guests.ts';
import type { ShownInvitation } from '../../../domain/guests/shown-invitation.ts';
import { invitationEvent } from '../../../domain/parties/invitation-event.ts';
import { isolated } from '../../../domain/text/text.ts';
import { linkedParts, linkOfPlace, secureLink } from '../../../domain/text/text-links.ts';
import { Flags } from '../../art/flags.tsx';
import { ClearedTable } from '../../art/party-table.tsx';
import { googleCalendarUrl, isOnTheInternet, webcalUrl } from '../../shared/calendar/calendar-links.ts';
import { type ButtonVariant, buttonClasses } from '../../ui/button.tsx';
import { ButtonSummary } from '../../ui/disclosure.tsx';
import { ItemLine, lineItemClasses, NewTabLink } from '../../ui/new-tab-link.tsx';

type WhoComesProps = {
  guests: ComingGuests;
  dog: InvitingDog;
  state: InvitationState;
  /** The table with the dogs that come; null where it is above. */
  children: ReactNode;
};

/** Says how many come, and names the guests if the host lets others see that. */
export function WhoComes({ guests: { people, dogs, names, moreNames }, dog, state, children }: WhoComesProps) {
  const heads = headsText({ people, dogs });
  // The dog of the party sits at the table and is no guest.
  const hosts = dogs > 0 ? `, plus ${isolated(dog.name)}` : '';
  const isPast = state === 'past';
  const named = (names ?? []).map(isolated).join(', ');
  if (isPast && heads === '') return null;
  return (
    <section
      aria-labelledby="guests"
      className={`col-span-full bg-apricot-wash ${children ? 'overflow-hidden rounded-card shadow-card' : ''}`}
    >
      {children && <Flags className="h-10 w-full" />}
      <div className="flex flex-wrap items-baseline gap-x-3 px-5 pt-3 pb-4 in-[#answered]:justify-center in-[#answered]:pt-0 sm:px-8">
        <h2 id="guests" className="text-title in-[#answered]:sr-only">
          {isPast ? 'Who was there' : "Who's coming"}
        </h2>
        <p>{heads ? `${heads}${hosts}` : `${isolated(dog.name)}'s already at the table.`}</p>
        {named && (
          <p className="basis-full wrap-anywhere text-ink-soft">
            {named}
            {moreNames > 0 && <span> and {countOf(moreNames, 'more guest', 'more guests')}</span>}
          </p>
        )}
      </div>
      {children}
    </section>
  );
}

function wordsOf(view: InvitationView): { title: string; text: string } | null {
  const { state, answerUntil, host, guest } = view;
  const name = host.name ? isolated(host.name) : 'your host';
  if (isWaitlist(view) && guest?.answer !== 'no') {
    return { title: "It's full!", text: "Join the waitlist. We'll move you up when there's room." };
  }
  if (state === 'cancelled') {
    const again = guest?.email && guest.isMailed && guest.answer !== 'no' ? "we'll email you" : "you'll see it here";
    return { title: "This party's been called off.", text: `If it's on again, ${again}. Questions? Ask ${name}.` };
  }
  if (view.isOnAgain && state !== 'closed') {
    const still = guest && guest.answer !== 'no' ? 'Your answer still counts.' : 'See you there?';
    return { title: "It's on again!", text: `It was called off, and now it isn't. ${still}` };
  }
  // The host's thanks say it better.
  if (state === 'past' && view.afterwards?.thanks) return null;
  if (state === 'past') return { title: "This party's over.", text: 'We hope there was cake, and a nap after it.' };
  if (state === 'closed') {
    const until = answerUntil ? `Answers closed on ${formatLongDate(answerUntil)}.` : 'Answers are closed.';
    const late =
      guest?.answer === 'no'
        ? `Has something changed? Tell ${name}.`
        : `You can still say that you can't go. Anything else? Ask ${name}.`;
    return { title: until, text: late };
  }
  return null;
}

/** Explains why an invitation cannot be answered, or not by coming. */
export function PartyState({ view }: { view: InvitationView }) {
  const words = wordsOf(view);
  const { calledOffWhy, host } = view;
  return (
    words && (
      <section className="col-span-full rounded-card bg-lamp px-5 py-3 text-on-lamp sm:px-8 sm:py-4">
        <h2 className="text-title">{words.title}</h2>
        {calledOffWhy && (
          <p className="wrap-anywhere">
            <span>{host.name ? isolated(host.name) : 'Your host'}</span>: “<HostsWords text={calledOffWhy} />”
          </p>
        )}
        <p className="wrap-anywhere">{words.text}</p>
      </section>
    )
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
  /^(?:maps\.app\.goo\.gl|maps\.apple\.com|(?:www\.|maps\.)?google\.(?:com|(?:com?\.)?[a-z]{2})|(?:www\.)?openstreetmap\.org|osm\.org)$/;

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

function calendarPath({ view, token }: ShownInvitation): string {
  return invitationFile(view.fileToken ?? token);
}

/** The ways into a calendar, folded behind one button. */
export function Calendars({ variant, ...props }: PageProps & { variant: ButtonVariant }) {
  const { site, view } = props.page;
  const path = calendarPath(props.page);
  const file = `${site}${path}`;
  const event = invitationEvent(view, eventPageOf(props));
  return (
    <details className="no-print open:basis-full">
      <ButtonSummary variant={variant}>Add to Calendar</ButtonSummary>
      <div className="mt-3 grid text-start rounded-card border-2 border-edge bg-card p-1.5 text-ink">
        <NewTabLink href={googleCalendarUrl(event)} className={lineItemClasses}>
          Google
        </NewTabLink>
        <a href={path} className={lineItemClasses}>
          Apple or Other
        </a>
        {isOnTheInternet(file) && (
          <a href={webcalUrl(file)} className={lineItemClasses}>
            Subscribe
            <ItemLine>It follows when the party moves</ItemLine>
          </a>
        )}
      </div>
    </details>
  );
}

/** Says how a guest comes to see the place. Who can't go, or can't answer any more, is told nothing of it. */
function wayToPlace(view: InvitationView): ReactNode {
  const { state, guest } = view;
  if (guest?.answer === 'no' || state === 'past') return null;
  if (isWaitlist(view) || guest?.isWaiting) return <p>You'll see where once there's room for you.</p>;
  return state === 'open' && <p>Say you're going, and you'll see where it is.</p>;
}

type WhenAndWhereProps = PageProps & {
  when: ReactNode;
  clocks: ReactNode;
  /** Whether the guest comes, and so is offered calendars below the table. */
  isIn: boolean;
};

/** When, and below it where, with the clocks of the party and the reader below it, the last day for answers, and the way there. */
export function WhenAndWhere({ when, clocks, isIn, ...props }: WhenAndWhereProps) {
  const { party, state, guest, answerUntil } = props.page.view;
  const isOff = state === 'cancelled';
  const isAhead = state !== 'past' && !isOff;
  const isAsked = !guest && (state === 'open' || state === 'full');
  return (
    <>
      <div className="grid content-start gap-2">
        <div
          className={`font-display text-title font-bold wrap-anywhere ${isOff ? 'text-ink/65 line-through decoration-ink decoration-2' : ''}`}
        >
          {when}
          {party.location && (
            <p>
              <HostsWords text={party.location} />
            </p>
          )}
        </div>
        {clocks}
        {party.isPlaceHidden && wayToPlace(props.page.view)}
        {/* A party that has moved may be before that day. */}
        {isAsked && answerUntil && answerUntil <= party.date && <p>Please answer by {formatDayOfWeek(answerUntil)}.</p>}
      </div>
      <div className="no-print flex flex-wrap gap-2 md:grid md:shrink-0 empty:hidden md:content-start md:[&_summary]:w-full">
        {isAhead && party.location && <WayThere place={party.location} />}
        {isAhead && !isIn && guest?.answer !== 'no' && !isWaitlist(props.page.view) && (
          <Calendars variant="secondary" {...props} />
        )}
        {isOff && (
          <a href={calendarPath(props.page)} className={buttonClasses('secondary')}>
            Update My Calendar
          </a>
        )}
      </div>
    </>
  );
}

/** Whether a yes from here leads to the waiting list. */
export function isWaitlist({ state, guest }: InvitationView): boolean {
  return state === 'full' && guest?.answer !== 'yes';
}

/** The ways to go and to remember are below the facts, and beside them where there is room. */
export const factsClasses = 'grid gap-4 md:flex md:justify-between md:gap-6';

/** Once the party is called off, it holds all that is left to say. */
export function PartyFacts({ view, children }: { view: InvitationView; children: ReactNode }) {
  const { state, party, guest } = view;
  const isOff = state === 'cancelled';
  // The rosette has the day of a past party.
  const isDayOnly = state === 'past' && !party.hour && !party.location;
  if (isDayOnly && (guest || !wordsOf(view))) return null;
  return (
    <section aria-label="The party" className="overflow-hidden rounded-card bg-card shadow-card *:rounded-none">
      {!guest && <PartyState view={view} />}
      {!isDayOnly && <div className={`px-5 pt-4 pb-5 first:pt-5 sm:px-8 ${factsClasses}`}>{children}</div>}
      {isOff && <WordsOfHost view={view} />}
      {isOff && <ClearedTable host={view.dog} />}
    </section>
  );
}

/** In letters. Longer thanks are set smaller. */
const longThanks = 90;

/** What the host leaves once the party is over, on the cloth of the card: thanks, and the way to an album elsewhere. */
export function Afterwards({ view: { afterwards, host } }: { view: InvitationView }) {
  // The database takes no other address. An older row is not trusted either.
  const album = secureLink(afterwards?.albumUrl ?? '');
  const thanks = afterwards?.thanks;
  if (!thanks && !album) return null;
  return (
    <section
      aria-label="After the party"
      className="mt-4 grid gap-4 wrap-anywhere [&_blockquote_a]:text-(--color-on-cloth)"
    >
      {thanks && (
        <figure>
          <blockquote
            className={`font-display font-bold ${thanks.length > longThanks ? 'text-title' : 'text-heading'}`}
          >
            <HostsWords text={thanks} />
          </blockquote>
          {host.name && (
            <figcaption className="mt-2 text-(--color-on-cloth-accent)">— {isolated(host.name)}</figcaption>
          )}
        </figure>
      )}
      {album && (
        <HostsLink href={album.href} className={`${buttonClasses('secondary')} justify-self-start px-3!`}>
          {`The album at ${album.host}`}
        </HostsLink>
      )}
    </section>
  );
}

/** The host's words about the party, and to the guests: in the end those of what was planned. */
export function WordsOfHost({ view: { party, message, host, state } }: { view: InvitationView }) {
  const isOff = state === 'cancelled';
  // The message welcomes guests, which is out of place once the party is called off. The description may say how to reach the host.
  const welcome = isOff ? null : message;
  if (!party.description && !welcome) return null;
  return (
    <div
      className={`grid gap-3 px-5 py-5 sm:px-8 ${isOff ? 'border-t-2 border-dashed border-edge' : 'rounded-card bg-card shadow-card'}`}
    >
      {(isOff || state === 'past') && <h2 className="text-title">What was planned</h2>}
      {party.description && (
        <p className="wrap-anywhere whitespace-pre-line">
          <HostsWords text={party.description} />
        </p>
      )}
      {welcome && (
        <figure className="rounded-field bg-sky-wash px-4 py-3">
          <blockquote className="wrap-anywhere whitespace-pre-line">
            <HostsWords text={welcome} />
          </blockquote>
          {host.name && <figcaption className="mt-1 font-display font-bold wrap-anywhere">{host.name}</figcaption>}
        </figure>
      )}
    </div>
  );
}
