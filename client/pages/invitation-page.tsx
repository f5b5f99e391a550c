import type { ReactNode } from 'react';
import { homePage, invitationPage } from '../../addresses/addresses.ts';
import { dogLink } from '../../addresses/link-to-dog.ts';
import type { DogSize } from '../../domain/dogs/size.ts';
import type { GuestDog } from '../../domain/guests/guest-answer.ts';
import { formatShortDay } from '../../domain/guests/guest-clock.ts';
import {
  type InvitationNotice,
  openedQuery,
  type InvitationPage as Page,
  type ShownInvitation,
  somebodyElseQuery,
} from '../../domain/guests/shown-invitation.ts';
import { isolated } from '../../domain/text/text.ts';
import { CastDog } from '../art/cast-dog.tsx';
import { LostDog } from '../art/lost-dog.tsx';
import { PartyTable } from '../art/party-table.tsx';
import { Wordmark } from '../art/wordmark.tsx';
import { ownLinkMail } from '../copy/mail-words.ts';
import { currentPhotoUrl, photoPathOf } from '../data/photos/photo-address.ts';
import { AnswerForm, AnswerKey, LostLink } from '../features/guest-page/answer-form.tsx';
import { AnswerProblems, fieldId } from '../features/guest-page/answer-problems.tsx';
import { InvitationCard } from '../features/guest-page/invitation-card.tsx';
import { OwnAnswer } from '../features/guest-page/own-answer.tsx';
import {
  Afterwards,
  Calendars,
  PartyFacts,
  PartyState,
  WhenAndWhere,
  WhoComes,
  WordsOfHost,
} from '../features/guest-page/party-facts.tsx';
import { HelpLink } from '../shared/help-link.tsx';
import { Button, buttonClasses } from '../ui/button.tsx';
import type { IslandProps } from './invitation-islands.tsx';

/** What is shown instead of an invitation. */
const noticeWords: Record<InvitationNotice, { title: string; text: string }> = {
  unknown: {
    title: "We can't find this invite",
    text: 'Part of the link may be missing, or your host has turned it off. Ask for a new one.',
  },
  gone: {
    title: 'This invite is gone',
    text: 'Your host has taken it down. Not sure if the party is on? Ask them.',
  },
  'too many': {
    title: 'One moment, please',
    text: 'There is quite a crowd at the door. Please wait a little and load the page again.',
  },
  unavailable: {
    title: 'We cannot open this now',
    text: 'Something between you and us is out of reach. Please wait a moment and try again.',
  },
  'other site': {
    title: 'This answer came from another page',
    text: 'For your safety it was not taken. Please open the link of the invitation and answer there.',
  },
  'too large': {
    title: 'That was a little too much',
    text: 'Your answer is longer than we can take. Please go back, make it shorter and send it again.',
  },
};

type RenderIsland = <Name extends keyof IslandProps>(name: Name, props: IslandProps[Name]) => ReactNode;

/** Leads to the calculator, which then knows the dogs that the guest has named. `figure` is the size of the drawn dog. */
function Foot({ figure, dogs }: { figure: DogSize; dogs: readonly GuestDog[] }) {
  const [first, second] = dogs;
  const who = second ? 'are they' : `is ${first ? isolated(first.name) : 'your dog'}`;
  return (
    <footer className="no-print mt-auto border-t-2 border-line bg-paper-deep">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-end gap-5 px-4 pt-6 sm:flex-nowrap sm:px-6">
        <CastDog size={figure} className={`w-24 shrink-0 sm:w-28 ${figure === 'medium' ? '[--tongue:none]' : ''}`} />
        <div className="flex min-w-0 flex-1 basis-40 flex-wrap items-end justify-between gap-x-4 pb-6">
          <h2 className="basis-full text-title">How old {who} in human years?</h2>
          <p className="mt-1 mb-3 basis-full">And when is the next party?</p>
          <div className="flex min-w-0 flex-wrap gap-2 wrap-anywhere">
            {(first ? dogs.map(dogLink) : [homePage]).map((href, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two dogs may have one name.
              <a key={index} href={href} className={buttonClasses('secondary')}>
                {second ? `How old is ${isolated(dogs[index]?.name ?? '')}?` : 'Find Out'}
              </a>
            ))}
          </div>
          <p className="ms-auto">
            <HelpLink />
          </p>
        </div>
      </div>
    </footer>
  );
}

function Notice({ page }: { page: Extract<Page, { kind: 'notice' }> }) {
  const { title, text } = noticeWords[page.notice];
  const { unsent } = page;
  return (
    <main className="grid grow place-content-center justify-items-center gap-3 px-4 py-10 text-center">
      <LostDog className="w-80 max-w-full lg:w-96" />
      <h1>{unsent ? 'Not sent yet' : title}</h1>
      <p className="max-w-reading text-title">
        {unsent ? 'Wait a moment, then send it again. Nothing you typed is lost.' : text}
      </p>
      {unsent && (
        <form method="post" action={unsent.action}>
          {unsent.fields.map(([name, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the fields never change.
            <input key={index} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" size="large">
            Send It Again
          </Button>
        </form>
      )}
    </main>
  );
}

/** Returns the address of a photo if it is stored with this site; no other is shown. */
function ownPhoto(url: string | null | undefined): string | null {
  return url && photoPathOf(url) ? currentPhotoUrl(url) : null;
}

function Invitation({ page, renderIsland }: { page: ShownInvitation; renderIsland: RenderIsland }) {
  const { site, token, linkToken, view, now, taken, trouble, problems } = page;
  const { state, party, guest, guests, dog } = view;
  const [photo, photoOfDay] = [dog.photoUrl, view.afterwards?.photoUrl].map(ownPhoto);
  const isAnswerable = state === 'open' || state === 'full';
  const isAhead = state !== 'past' && state !== 'cancelled';
  const { date, hour, zone, end } = party;
  const address = `${site}${invitationPage(token)}`;
  const somebodyElse = linkToken && `${invitationPage(linkToken)}?${somebodyElseQuery}`;
  const opened = view.isNewFromMail ? `${invitationPage(token)}?${openedQuery}` : null;
  const isRefused = trouble !== null || Object.keys(problems).length > 0;
  const time = { date, hour, zone, end, now };
  const isIn = isAhead && guest?.answer === 'yes' && !guest.isWaiting;
  const day = formatShortDay(date, now);
  const heads = isIn ? guest.adults + guest.children : 0;
  const people = heads > 1 ? `for ${heads} people` : undefined;
  const facts = (
    <WhenAndWhere
      {...{ page, address, isIn }}
      when={renderIsland('when', time)}
      clocks={state !== 'cancelled' && renderIsland('clocks', { ...time, isAhead, people })}
    />
  );
  const isAsked = state === 'open' && !guest;
  const seated = { dogs: guests?.seatedDogs ?? [], count: guests?.dogs ?? 0 };
  const liveTable = (href: string | null) => renderIsland('table', { host: dog, ...seated, href });
  const form = (isAnswerable || (state === 'closed' && guest?.answer !== 'no')) && (
    <AnswerForm page={page} table={isAsked && liveTable(null)} />
  );
  const who = guests && (
    <WhoComes {...{ guests, dog, state }}>
      {isAsked
        ? liveTable(`#${fieldId('dogs')}`)
        : !isIn && <PartyTable host={dog} {...seated} isFull={state === 'full' || !isAhead} />}
    </WhoComes>
  );
  const card = (
    <InvitationCard view={view} photo={photo ?? null} photoOfDay={photoOfDay ?? null} isTitle={!isIn}>
      <Afterwards view={view} />
    </InvitationCard>
  );
  const words = state !== 'cancelled' && <WordsOfHost view={view} />;
  // Beside the card where there is room: without a table, or where the card has thanks.
  const isBelowAnswer = !isIn && ((guest && !who) || view.afterwards?.thanks);
  return (
    <main
      className={`invitation mx-auto flex w-full max-w-116 grow flex-col gap-5 px-4 pb-5 sm:px-6 md:max-w-page lg:grid ${guest && who && isAhead ? 'lg:grid-cols-2' : 'lg:grid-cols-[max(min(27rem,45%),42%)_1fr]'} ${isAsked ? 'lg:grid-rows-[minmax(auto,43.5rem)_auto_1fr]' : 'lg:grid-rows-[1fr]'} lg:content-start lg:items-start lg:gap-x-8`}
    >
      {!isIn && card}
      <div
        className={`contents lg:col-start-2 lg:row-start-1 ${guest ? 'lg:row-span-2' : 'lg:row-span-3'} lg:grid lg:gap-5 ${state === 'past' ? 'md:grid md:gap-5 md:has-[#answered+[aria-label]]:grid-cols-2' : ''}`}
      >
        {guest && <PartyState view={view} />}
        {guest && (
          <OwnAnswer
            {...{ view, guest, taken, somebodyElse }}
            link={isAhead && renderIsland('link', { address, mailed: isAnswerable ? ownLinkMail(guest) : '', opened })}
            change={form ? { form, isOpen: isRefused } : null}
            calendars={isIn && <Calendars variant="quiet" {...{ page, address }} />}
            who={who}
            show={isIn ? renderIsland('show', { title: party.title, day, site: new URL(site).host }) : null}
          >
            {isIn && facts}
          </OwnAnswer>
        )}
        {!isIn && <PartyFacts view={view}>{facts}</PartyFacts>}
        {!guest && form}
        {!isIn && who}
        {!form && <AnswerProblems problems={{}} trouble={trouble} />}
        {isBelowAnswer && <div className="col-span-full empty:hidden">{words}</div>}
      </div>
      {/* Who is in comes for the table. */}
      {isIn && card}
      {/* Last, so that a phone that has only half of the page does not show it above the rest. */}
      {!isBelowAnswer && words}
      {!guest && isAhead && <LostLink page={page} />}
    </main>
  );
}

/** What guests see. `renderIsland` renders the parts that a script brings to life. */
export function InvitationPage({ page, renderIsland }: { page: Page; renderIsland: RenderIsland }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <nav aria-label="Wagday" className="no-print mx-auto w-full max-w-page px-4 py-2 sm:px-6">
        <a href={homePage} className="-my-2.5 inline-block rounded-field py-2.5">
          <Wordmark className="text-title" />
        </a>
      </nav>
      {page.kind === 'notice' ? <Notice page={page} /> : <Invitation {...{ page, renderIsland }} />}
      {/* The spaniel wears no hat, and shuts its mouth. */}
      <Foot
        figure={page.kind === 'invitation' && page.view.state !== 'cancelled' ? 'small' : 'medium'}
        dogs={(page.kind === 'invitation' && page.view.guest?.dogs) || []}
      />
      {/* What differs from visit to visit comes last: a server compresses everything before it once for many visits. */}
      {page.kind === 'invitation' && <AnswerKey answerKey={page.answerKey} />}
    </div>
  );
}
