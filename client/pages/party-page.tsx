import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { dogHash } from '../../addresses/addresses.ts';
import { daysToGoText } from '../../domain/celebrations/celebrations.ts';
import { isInMemory } from '../../domain/dogs/life.ts';
import type { PhotoFocus } from '../../domain/dogs/photo-focus.ts';
import { formatShortDay } from '../../domain/guests/guest-clock.ts';
import { formatPartyTimeIn } from '../../domain/parties/party-time.ts';
import { StyleChoice } from '../cards/card-choices.tsx';
import { CardStage } from '../cards/card-stage.tsx';
import { useCard } from '../cards/use-card.ts';
import { partyMessages } from '../copy/party-messages.ts';
import type { Dog } from '../data/records/dogs.ts';
import type { Party } from '../data/records/parties.ts';
import type { Owner } from '../data/session/session.ts';
import { CalledOffGuests, calledOffTitle } from '../features/invitations/called-off-guests.tsx';
import { guestBookQuery } from '../features/invitations/guest-book.ts';
import { AtAGlance } from '../features/invitations/guest-list.tsx';
import { WhoComes } from '../features/invitations/guests-panel.tsx';
import { SayThanks } from '../features/invitations/say-thanks.tsx';
import { SendInvite } from '../features/invitations/send-invite.tsx';
import { ChangeBadge } from '../features/offline/change-badge.tsx';
import { PhotoOfTheDay } from '../features/parties/memory.tsx';
import { keepInCalendar } from '../features/parties/party-drafts.ts';
import { AddToCalendar } from '../shared/calendar/add-to-calendar.tsx';
import { partyCalendarOffer } from '../shared/calendar/calendar-offers.ts';
import { deviceZone } from '../shared/device-zone.ts';
import { invitationPicture } from '../shared/invitation/invitation-content.ts';
import { useDaysToParty, useIsOver } from '../shared/party-moments.ts';
import { savePicture } from '../shared/share/use-sharing.ts';
import { BackIcon, PencilIcon } from '../ui/app-icons.tsx';
import { Button, IconButton, linkClasses } from '../ui/button.tsx';
import { CardIcon } from '../ui/card-icon.tsx';
import { classNames } from '../ui/class-names.ts';
import { CrossIcon } from '../ui/cross-icon.tsx';
import { PartyHatIcon } from '../ui/icons.tsx';
import { Menu, menuItemClasses } from '../ui/menu.tsx';
import { PageLink } from '../ui/page-link.tsx';

function BackButton({ className, onBack }: { className: string; onBack: () => void }) {
  return (
    <IconButton label="Back" className={className} onClick={onBack}>
      <BackIcon />
    </IconButton>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    // What covers the foot of a phone is higher while it asks for a name.
    <main className="relative mx-auto w-full max-w-page grow px-4 py-3 max-sm:has-[.foot-bar_input]:pb-24 sm:px-6 sm:py-8">
      <title>{`${title} on Wagday`}</title>
      {children}
    </main>
  );
}

/** When and where a party is, in one line as its guests read it, and below it how long until then, and for which dog. */
function PartyFacts({ dog, party }: { dog: Dog; party: Party }) {
  const { celebrationDate, time, location, description } = party;
  const isOver = useIsOver(party);
  const days = useDaysToParty(party);
  const facts = [formatShortDay(celebrationDate, Date.now()), time && formatPartyTimeIn(time, deviceZone()), location];
  return (
    <>
      <div className="wrap-anywhere">
        <p className="font-display text-title font-bold">{facts.filter(Boolean).join(' · ')}</p>
        <p>
          {!isOver && <span>{`${isInMemory(dog) ? 'Still on' : daysToGoText(days)} · `}</span>}For{' '}
          <PageLink href={dogHash(dog.id)} className={`${linkClasses} -mx-1 -my-2.5 inline-flex min-w-11 items-center`}>
            {dog.name}
          </PageLink>
        </p>
      </div>
      {description && !isOver && (
        <p className="mt-1 max-w-reading wrap-anywhere whitespace-pre-line text-ink-soft">{description}</p>
      )}
    </>
  );
}

/** The page of a party that was called off: its guests, whom the host may still have to tell. */
export function CalledOffPage({ onBack, ...rest }: ComponentProps<typeof CalledOffGuests> & { onBack: () => void }) {
  return (
    <Frame title={calledOffTitle(rest.guests)}>
      <BackButton className="absolute start-7 top-5 z-10 bg-card shadow-card sm:start-9 sm:top-11" onBack={onBack} />
      <CalledOffGuests {...rest} />
    </Frame>
  );
}

type PartyPageProps = {
  owner: Owner;
  dog: Dog;
  party: Party;
  photoFocus: PhotoFocus | null;
  isNew: boolean;
  again?: Party | undefined;
  onShared: () => void;
  onDecide: (recordId: string) => void;
  onBack: () => void;
  onEdit: () => void;
  onCallOff: () => void;
  /** Opens the form of a new party like this one, which has been. */
  onPlanAgain: () => void;
};

type PartyHeadProps = PartyPageProps & { save: (() => void) | undefined };

function PartyHead({ owner, dog, party, save, onBack, onEdit, onCallOff }: PartyHeadProps) {
  const isPast = useIsOver(party);
  return (
    <div className="flex flex-wrap items-start gap-2 max-md:-order-2">
      <BackButton className="-ms-3 -me-1 md:mt-1" onBack={onBack} />
      <h1
        tabIndex={-1}
        className="grow basis-[8rem] pt-1 wrap-anywhere md:pt-0 md:text-number md:[font-size:min(2.5rem,6vw)]"
      >
        {party.title}
      </h1>
      <div className="ms-auto flex gap-2">
        <Button
          variant="secondary"
          aria-label={`Edit ${party.title}`}
          title={`Edit ${party.title}`}
          className="size-12 px-0"
          onClick={onEdit}
        >
          <PencilIcon />
        </Button>
        <Menu label={`More for ${party.title}`}>
          <div data-keeps-menu="" className="px-3">
            <AddToCalendar offers={[partyCalendarOffer(party, () => keepInCalendar(party))]} />
          </div>
          <button type="button" className={menuItemClasses} disabled={!save} onClick={save}>
            <CardIcon />
            Save Picture
          </button>
          {isPast && party.memoryPhotoUrl && <PhotoOfTheDay ownerId={owner.id} dog={dog} party={party} />}
          {!isPast && (
            <button type="button" className={classNames(menuItemClasses, 'text-danger')} onClick={onCallOff}>
              <CrossIcon />
              Call Off
            </button>
          )}
        </Menu>
      </div>
    </div>
  );
}

export function PartyPage(props: PartyPageProps) {
  const { owner, dog, party, photoFocus, isNew, again } = props;
  const isPast = useIsOver(party);
  const [isOut, setIsOut] = useState(false);
  const { data: book } = useQuery(guestBookQuery(owner.id));
  const guests = book?.get(party.id);
  // The picture and the words go to everybody, so they omit a place that is only for guests who say yes. Until that is known, it is omitted too.
  const settings = guests ?? (again && book?.get(again.id));
  const isPlaceHidden = book ? (settings?.isPlaceHidden ?? false) : !isNew || again !== undefined;
  const shown = isPlaceHidden ? { ...party, location: null } : party;
  const invitation = invitationPicture(dog, shown, isPast);
  // An old party that is moved to a day to come is no memory.
  const ofDay = isPast ? party.memoryPhotoUrl : null;
  const own = ofDay ? { photo: ofDay, focus: photoFocus } : { photo: dog.photoUrl, focus: dog.photoFocus };
  const card = useCard(invitation, own, partyMessages.imageFailed);
  const { file, fileInTime } = card.picture;
  const save = file ? () => savePicture(file) : undefined;
  const planAgain = book && guests?.invitation.thanks !== null ? 'primary' : 'secondary';
  const hasAnswers = guests !== undefined && guests.guests.length > 0;
  return (
    <Frame title={party.title}>
      {/* The card is beside the first rows, on a desktop with what the host has to know below it, and the table takes what they are higher than
          those; on a tablet the table is below both. In the widest window the guests have a column of their own. */}
      <div
        className={`grid grid-cols-1 items-start gap-x-10 gap-y-5 md:grid-cols-[min(20rem,45%)_minmax(0,1fr)] md:grid-rows-[repeat(9,auto)_1fr] md:gap-y-0 lg:grid-cols-[min(26rem,40%)_minmax(0,1fr)] min-[110rem]:grid-cols-[30rem_minmax(0,1fr)] min-[110rem]:has-[.guests-aside]:grid-cols-[24rem_minmax(0,1fr)_28rem] ${isPast ? 'lg:not-has-[.glance]:grid-cols-[min(30rem,45%,56svh)_minmax(0,1fr)] min-[110rem]:not-has-[.glance]:has-[.guests-aside]:grid-cols-[30rem_minmax(0,1fr)_28rem]' : ''}`}
      >
        <div className="contents md:*:mb-8">
          <div className="contents gap-2 md:grid">
            <PartyHead {...props} save={save} />
            <div className="grid gap-2">
              <ChangeBadge recordId={party.id} name={party.title} onOpen={props.onDecide} />
              <PartyFacts dog={dog} party={party} />
            </div>
          </div>
          <WhoComes ownerId={owner.id} dog={dog} party={party} isOut={isOut}>
            {isPast && !party.memoryPhotoUrl && <PhotoOfTheDay ownerId={owner.id} dog={dog} party={party} />}
          </WhoComes>
          <SendInvite
            {...{ owner, dog, party, isNew, again, isPlaceHidden, isOut }}
            picture={fileInTime}
            onShared={(isNowOut) => {
              if (isNowOut && !isPast) setIsOut(true);
              props.onShared();
            }}
          >
            {isPast && !isInMemory(dog) && (
              <Button variant={planAgain} className="grow" onClick={props.onPlanAgain}>
                <PartyHatIcon />
                Plan It Again
              </Button>
            )}
          </SendInvite>
        </div>
        <div className="contents md:max-lg:*:mb-8 lg:sticky lg:top-4 lg:col-start-1 lg:row-span-11 lg:row-start-1 lg:mb-8 lg:grid lg:gap-8">
          <div className="grid min-w-0 grid-cols-1 gap-3 max-md:-order-1 md:max-lg:col-start-1 md:max-lg:row-span-10 md:max-lg:row-start-1">
            {/* On a phone the cards go on to the edges of the window. Beside the words there is one at a time. */}
            <div className={`${hasAnswers ? 'max-sm:[--highest:13rem]' : ''} [--highest:18rem] sm:-mx-6 md:mx-0`}>
              <CardStage card={card} alt={invitation.alt} dogName={dog.name} isMarked={hasAnswers} isOut={isOut} />
            </div>
            {/* Once the guests matter more, a phone shows it only to the keyboard: fingers swipe the cards. */}
            <div className={hasAnswers ? 'max-sm:not-focus-within:sr-only' : ''}>
              <StyleChoice card={card} />
            </div>
          </div>
          {isPast && <SayThanks ownerId={owner.id} party={party} />}
          {guests && <AtAGlance guests={guests} isPast={isPast} />}
        </div>
      </div>
    </Frame>
  );
}
