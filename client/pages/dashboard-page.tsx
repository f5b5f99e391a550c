import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { homePage, type Place, partiesHash, partyHash } from '../../addresses/addresses.ts';
import { type Celebration, celebratesOn } from '../../domain/celebrations/celebrations.ts';
import { pictureOfDay, picturesOfAYearAgo, portraitToAskFor } from '../../domain/celebrations/portraits.ts';
import { type CalendarDate, daysBetween } from '../../domain/dates/calendar-date.ts';
import { isInMemory, isLiving } from '../../domain/dogs/life.ts';
import { countOf } from '../../domain/guests/guest-list.ts';
import { partiesByTime } from '../../domain/parties/invitation.ts';
import { isPartyOver } from '../../domain/parties/party-time.ts';
import { packMessages } from '../copy/pack-messages.ts';
import { partyMessages } from '../copy/party-messages.ts';
import { deviceStorage } from '../data/drafts/web-storage.ts';
import { againKey } from '../data/offline/forget.ts';
import { dogs as allDogs, type Dog } from '../data/records/dogs.ts';
import { parties as allParties, type Party } from '../data/records/parties.ts';
import { portraits as allPortraits, type Portrait, portraitIdOf } from '../data/records/portraits.ts';
import type { Owner } from '../data/session/session.ts';
import { OwnerData, recordsQuery } from '../data/use-records.tsx';
import { useBirthdayToday } from '../features/birthday/birthday-today.tsx';
import { DogPage, loadBodyAhead } from '../features/dog-page/dog-page.tsx';
import { CallOffQuestion } from '../features/invitations/call-off-question.tsx';
import { guestBookQuery, useGuests } from '../features/invitations/guest-book.ts';
import { ChangeBadge } from '../features/offline/change-badge.tsx';
import { InstallOffer } from '../features/offline/install-offer.tsx';
import { PackStatus } from '../features/offline/pack-status.tsx';
import { DashboardHeader } from '../features/pack/dashboard-header.tsx';
import { useDogEditing } from '../features/pack/dog-editing.tsx';
import { Pack } from '../features/pack/pack.tsx';
import { useCancelParty, useParties, usePartyRequest } from '../features/parties/parties.ts';
import { PartyDialog } from '../features/parties/party-dialog.tsx';
import { MemoryQuestion, NextParty, RememberedParties } from '../features/parties/party-list.tsx';
import { PushRenewal, ReminderOffer, Reminders } from '../features/reminders/reminders.tsx';
import { HelpFooter } from '../shared/help-link.tsx';
import { localMoment, usePartiesByTime } from '../shared/party-moments.ts';
import { useOpenDialog } from '../shared/use-open-dialog.tsx';
import { useToday } from '../shared/use-today.ts';
import { AskFirst } from '../ui/ask-first.tsx';
import { Button, buttonClasses } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { bringIntoView, focusOrHeading } from '../ui/focus.ts';
import { PartyHatIcon } from '../ui/icons.tsx';
import { loadedPart } from '../ui/loaded.tsx';
import { NavigationContext, PageLink } from '../ui/page-link.tsx';
import { showSuccess } from '../ui/toaster.tsx';
import { CardPage } from './card-page.tsx';
import { leavePlace, linkTo, PlacesBar, useLeaveUnknown, usePlace } from './places.tsx';

const noDogs: Dog[] = [];
const noParties: Party[] = [];
const noPortraits: Portrait[] = [];

/** Asks before guests are notified that parties are called off. */
type Question = { title: string; telling: string; run: () => Promise<void>; calledOff?: Party };

const loadParties = () => import('./parties-page.tsx');
const PartiesPage = loadedPart(async () => (await loadParties()).PartiesPage, <LoadingPart />);
const DogTickets = loadedPart(async () => (await loadParties()).DogTickets);
const loadParty = () => import('./party-page.tsx');
const PartyPage = loadedPart(async () => (await loadParty()).PartyPage, <LoadingPart />);
const CalledOffPage = loadedPart(async () => (await loadParty()).CalledOffPage, <LoadingPart />);
const NewAnswers = loadedPart(
  async () => (await import('../features/invitations/new-answers.tsx')).NewAnswers,
  null,
  () => null,
);
const loadPortraits = () => import('../features/portraits/portraits.tsx');
const PortraitQuestion = loadedPart(
  async () => (await loadPortraits()).PortraitQuestion,
  null,
  () => null,
);
const YouPage = loadedPart(async () => (await import('../features/account/you.tsx')).You, <LoadingPart />);

function LoadingPart() {
  return (
    <main className="mx-auto w-full max-w-page grow px-4 pt-8">
      <p role="status">Counting the party hats...</p>
    </main>
  );
}

/** Says what happens to the guests of these planned parties when the account is deleted. Renders nothing if there are none. */
function GuestsOfAccount({ ownerId, parties }: { ownerId: string; parties: readonly Party[] }) {
  const { data: book } = useQuery({ ...guestBookQuery(ownerId), enabled: parties.length > 0 });
  const invited = parties.flatMap(({ id }) => book?.get(id) ?? []);
  const told = invited.reduce((count, { guests }) => count + guests.filter(({ answer }) => answer !== 'no').length, 0);
  const toTell = invited.reduce((count, { toTell }) => count + toTell.length, 0);
  if (told === 0) return null;
  return (
    <p className="mb-4 rounded-field bg-apricot-wash px-4 py-3">
      {countOf(told, 'guest', 'guests')} may come to your planned parties, which are called off then.{' '}
      <span>
        {toTell < told &&
          `We'll email ${toTell === 0 ? (told === 1 ? 'them' : 'all of them') : told - toTell}, as many as one day allows. `}
      </span>
      <span>
        {toTell > 0 &&
          `${toTell === told ? (told === 1 ? 'This one hears' : 'They hear') : `${toTell} ${toTell === 1 ? 'hears' : 'hear'}`} it only from you: please tell them first.`}
      </span>
    </p>
  );
}

/**
 * The page of a new party opens once it is planned. Once its invitation is shared, or the page is left for the first time, the owner hears
 * that all is planned, but not of a party that is called off by then.
 */
function usePlanned(ownerId: string, place: Place, dogs: readonly Dog[], parties: readonly Party[]) {
  const navigate = use(NavigationContext);
  const [planned, setPlanned] = useState<Party | null>(null);
  const [again, setAgain] = useState<Party>();
  const [toldId, setToldId] = useState<string>();
  const isThere = place.name === 'party' && place.id === planned?.id;
  const dog = dogs.find(({ id }) => id === planned?.dogId);
  const isStillOn = planned !== null && planned.id !== toldId && parties.some(({ id }) => id === planned.id);
  const tell = useCallback(() => {
    if (isStillOn && dog) showSuccess(partyMessages.partyPlanned(dog.name));
    setToldId(planned?.id);
  }, [isStillOn, dog, planned]);
  useEffect(() => {
    if (!planned || isThere) return;
    tell();
    setPlanned(null);
  }, [planned, isThere, tell]);
  return {
    id: planned?.id,
    /** The past party that this one was planned from, also after a reload. */
    againOf: ({ id }: Party) =>
      (id === planned?.id && again) ||
      parties.find((former) => former.id === deviceStorage.readText(againKey(ownerId, id))),
    open: (party: Party, from: Party | undefined) => {
      if (from) deviceStorage.keepText(againKey(ownerId, party.id), from.id);
      navigate?.(partyHash(party.id));
      setPlanned(party);
      setAgain(from);
    },
    tell,
    /** Nothing is told of a party that is called off. */
    forget: useCallback(() => setPlanned(null), []),
  };
}

/**
 * Returns whether the record that the address names is gone. Before it says so of one that was not there yet, it reads the lists again:
 * another device may have added it.
 * @param id null where the lists have it, or are not loaded yet
 */
function useIsGone(ownerId: string, id: string | null, shownId: string | undefined): boolean {
  const client = useQueryClient();
  const wasShown = useRef<string>(undefined);
  useEffect(() => {
    if (shownId !== undefined) wasShown.current = shownId;
  }, [shownId]);
  const isNew = id !== null && id !== wasShown.current;
  const { data: isSought = false } = useQuery({
    queryKey: ['sought', ownerId, id],
    queryFn: async () => {
      const lists = [recordsQuery(ownerId, allDogs), recordsQuery(ownerId, allParties), guestBookQuery(ownerId)];
      await Promise.all(lists.map(({ queryKey }) => client.invalidateQueries({ queryKey })));
      return true;
    },
    enabled: isNew,
    gcTime: 0,
    meta: { isReloadedAfterSync: false },
  });
  return id !== null && (!isNew || isSought);
}

/**
 * Removes dogs and calls parties off: at once, or, where guests would be notified, after a question, which is rendered as `dialog`. After a
 * question, the guests are read again.
 */
function useRemoving(
  ownerId: string,
  { book, tellingOf, askWhoIsTold, readAgain }: ReturnType<typeof useGuests>,
  { removeDog, forgetPlanned }: { removeDog: (dog: Dog) => Promise<void>; forgetPlanned: () => void },
) {
  const client = useQueryClient();
  const cancel = useCancelParty(ownerId, useRestoredParty(ownerId), tellingOf);
  const [question, setQuestion] = useState<Question | null>(null);

  /** Leaves the party's page, unless it goes on to show guests whom the host has to tell. */
  const removeParty = useCallback(
    async (party: Party) => {
      forgetPlanned();
      const hasToTell = !isPartyOver(party, localMoment()) && tellingOf(party) !== '';
      if (!hasToTell) leavePlace(partiesHash);
      await cancel(party);
      // What had the focus has gone with the party.
      if (document.activeElement === document.body) focusOrHeading();
    },
    [cancel, forgetPlanned, tellingOf],
  );

  const askIfGuestsHear = useCallback(
    async (asking: Omit<Question, 'run'>, run: () => Promise<void>) => {
      if (asking.telling === '') return run();
      setQuestion({
        ...asking,
        async run() {
          flushSync(() => setQuestion(null));
          await run();
          await readAgain();
        },
      });
    },
    [readAgain],
  );

  const askAndRemoveDog = useCallback(
    async (dog: Dog) => {
      // Its card may be there before the parties are.
      const known = await client.ensureQueryData(recordsQuery(ownerId, allParties)).catch(() => null);
      const ofDog = known?.filter(({ dogId }) => dogId === dog.id) ?? null;
      const telling = await askWhoIsTold(ofDog && partiesByTime(ofDog, localMoment()).upcoming, true);
      await askIfGuestsHear({ title: `Remove ${dog.name}?`, telling }, () => removeDog(dog));
    },
    [client, ownerId, askWhoIsTold, askIfGuestsHear, removeDog],
  );
  const callOff = async (party: Party) => {
    const telling = await askWhoIsTold([party]);
    await askIfGuestsHear({ title: party.title, telling, calledOff: party }, () => removeParty(party));
  };

  const dialog = question?.calledOff ? (
    <CallOffQuestion
      title={question.title}
      telling={question.telling}
      invitation={book.get(question.calledOff.id)?.invitation}
      onCallOff={question.run}
      onKeep={() => setQuestion(null)}
    />
  ) : (
    question && (
      <AskFirst
        title={question.title}
        yes="Remove"
        no="Keep"
        onYes={() => void question.run()}
        onNo={() => setQuestion(null)}
      >
        {question.telling}
      </AskFirst>
    )
  );
  return { removeParty, callOff, askAndRemoveDog, dialog };
}

/** Brings a party that was restored into view. Returns how to say which. */
function useRestoredParty(ownerId: string) {
  const { data: parties } = useQuery(recordsQuery(ownerId, allParties));
  const [restored, setRestored] = useState<Party | null>(null);
  useEffect(() => {
    if (!restored || !parties?.some(({ id }) => id === restored.id)) return;
    const hash = partyHash(restored.id);
    const ticket = linkTo(hash);
    if (ticket) bringIntoView(ticket);
    else if (window.location.hash === hash) focusOrHeading();
    setRestored(null);
  }, [restored, parties]);
  return setRestored;
}

/** What the cards of the pack show beside their dog. Each part keeps its identity until it shows something else: the pack is memoized. */
function usePackSlots(
  upcoming: readonly Party[],
  partiesByDog: ReadonlyMap<string, Party[]>,
  book: ReturnType<typeof useGuests>['book'],
  { onPlan, onDecide }: { onPlan: (dog: Dog) => void; onDecide: (changeId: string) => void },
) {
  const today = useToday();
  const upcomingByDog = useMemo(() => Map.groupBy(upcoming, ({ dogId }) => dogId), [upcoming]);
  const renderChange = useCallback(
    ({ id, name }: Dog) => <ChangeBadge recordId={id} name={name} onOpen={onDecide} />,
    [onDecide],
  );
  const renderParties = useCallback(
    (dog: Dog) => {
      if (isInMemory(dog))
        return <RememberedParties dog={dog} parties={partiesByDog.get(dog.id) ?? []} today={today} />;
      return <NextParty upcoming={upcomingByDog.get(dog.id) ?? noParties} today={today} guests={book} />;
    },
    [partiesByDog, upcomingByDog, today, book],
  );
  const renderActions = useCallback(
    (dog: Dog, isNext: boolean) => (
      <Button variant={isNext ? 'primary' : 'secondary'} onClick={() => onPlan(dog)}>
        <PartyHatIcon />
        Plan Party<span className="sr-only"> for {dog.name}</span>
      </Button>
    ),
    [onPlan],
  );
  const renderNextAction = useCallback(
    (dog: Dog, date: CalendarDate) => {
      const isForIt = ({ celebrationDate }: Party) => Math.abs(daysBetween(date, celebrationDate)) <= 7;
      const planned = upcomingByDog.get(dog.id)?.find(isForIt);
      if (planned)
        return (
          <PageLink href={partyHash(planned.id)} className={`min-h-12 min-w-0 ${buttonClasses('primary')}`}>
            <span className="line-clamp-1 wrap-anywhere">See {planned.title}</span>
          </PageLink>
        );
      return (
        <Button className="min-h-12" onClick={() => onPlan(dog)}>
          <PartyHatIcon />
          Plan Party<span className="sr-only"> with {dog.name}, who is next</span>
        </Button>
      );
    },
    [onPlan, upcomingByDog],
  );
  return { renderChange, renderParties, renderActions, renderNextAction };
}

/** Kept on this device: the last day of whose photo the owner does not want to be asked. */
const declinedKey = 'wagday-no-portrait-until';

/** Kept on this device: the ids of the latest days of a year ago that were put away. */
const putAwayKey = 'wagday-no-year-ago';

/** Returns the day of a year ago that a pack shows, and how it is put away for good. */
function useYearAgo(
  dogs: readonly Dog[],
  portraits: readonly Portrait[],
  parties: readonly Party[],
  today: CalendarDate,
) {
  const [putAway, setPutAway] = useState(() => deviceStorage.readText(putAwayKey) ?? '');
  return useMemo(() => {
    const idOf = (found: ReturnType<typeof picturesOfAYearAgo>[number]) =>
      portraitIdOf(found.dog.id, found.picture.day);
    const shown = picturesOfAYearAgo(dogs, portraits, parties, today).find((found) => !putAway.includes(idOf(found)));
    return (
      shown && {
        ...shown,
        onDismiss() {
          const ids = [...putAway.split(' ').slice(-20), idOf(shown)].join(' ');
          deviceStorage.keepText(putAwayKey, ids);
          setPutAway(ids);
        },
      }
    );
  }, [dogs, portraits, parties, today, putAway]);
}

/** Asks for a photo of the last celebrated day of these dogs, or shows a day of a year ago. Its code is loaded once there is one. */
function AskedPortrait({
  dogs,
  isPack,
  ...rest
}: Omit<ComponentProps<typeof PortraitQuestion>, 'asked' | 'yearAgo' | 'onDecline'> & {
  dogs: readonly Dog[];
  isPack: boolean;
}) {
  const { portraits, parties, today } = rest;
  const [declined, setDeclined] = useState(() => deviceStorage.readText(declinedKey) ?? '');
  const asked = useMemo(
    () => portraitToAskFor(dogs, portraits, parties, today, declined),
    [dogs, portraits, parties, today, declined],
  );
  const yearAgo = useYearAgo(isPack ? dogs : noDogs, portraits, parties, today);
  const [wasAsked, setWasAsked] = useState(false);
  if ((asked || yearAgo) && !wasAsked) setWasAsked(true);
  function decline() {
    const day = asked?.celebration.date ?? '';
    deviceStorage.keepText(declinedKey, day);
    setDeclined(day);
  }
  return wasAsked && <PortraitQuestion asked={asked} yearAgo={yearAgo ?? null} onDecline={decline} {...rest} />;
}

/** Returns the portraits of a pack, how to ask for those of some dogs, and how to open a stamp. `dialog` is the open one. */
function usePortraits(
  ownerId: string,
  dogs: readonly Dog[] | undefined,
  loadedParties: readonly Party[] | undefined,
  today: CalendarDate,
) {
  const { data } = useQuery({ ...recordsQuery(ownerId, allPortraits), enabled: dogs !== undefined });
  const [open, dialog] = useOpenDialog(
    async () => (await loadPortraits()).PortraitDialog,
    packMessages.couldNotSavePortrait,
  );
  const portraits = data ?? noPortraits;
  const parties = loadedParties ?? noParties;
  const withoutPicture = useMemo(() => {
    const pictured = new Set(portraits.flatMap(({ id, photoUrl }) => (photoUrl ? id : [])));
    return parties.filter(({ dogId, celebrationDate }) => !pictured.has(portraitIdOf(dogId, celebrationDate)));
  }, [portraits, parties]);
  return {
    portraits,
    dialog,
    /** The parties of days without a portrait. */
    withoutPicture,
    askAbout: (among: readonly Dog[], isPack: boolean) =>
      data && loadedParties && <AskedPortrait dogs={among} {...{ isPack, ownerId, portraits, parties, today }} />,
    openStamp: (dog: Dog) => (celebration: Celebration, day: CalendarDate) =>
      void open({ ownerId, dog, celebration, day, portraits, parties }),
  };
}

/** Returns what the address names: a dog, a card, a party, or guests of one that was called off. Leaves its page once it is gone. */
function useNamed(
  ownerId: string,
  place: Place,
  today: CalendarDate,
  dogs: readonly Dog[] | undefined,
  parties: readonly Party[] | undefined,
  { book, isRead }: ReturnType<typeof useGuests>,
) {
  const ofDog = place.name === 'dog' || place.name === 'card' ? dogs?.find(({ id }) => id === place.id) : undefined;
  const dog = place.name === 'dog' ? ofDog : undefined;
  const carded = place.name === 'card' && ofDog && isLiving(ofDog, today) ? ofDog : undefined;
  const party = place.name === 'party' ? parties?.find(({ id }) => id === place.id) : undefined;
  const dogOfParty = dogs?.find(({ id }) => id === party?.dogId);
  const left = place.name === 'party' && !party ? book.get(place.id) : undefined;
  const calledOff = left && left.guests.length > 0 && !left.isRemovedMemory ? left : undefined;
  const shown = dog ?? carded ?? (party && dogOfParty && party);
  const isSought = 'id' in place && !shown && !calledOff;
  const areListsRead = dogs !== undefined && (place.name !== 'party' || (parties !== undefined && isRead));
  const isGone = useIsGone(ownerId, isSought && areListsRead ? place.id : null, shown?.id);
  useLeaveUnknown(isGone, place.name === 'party' ? partiesHash : '');
  return { dog, carded, party, dogOfParty, calledOff, isSought };
}

/** The owner's places, of which the address names one. The pack stays in the document, with its search and its cards. */
function Places({ owner }: { owner: Owner }) {
  const ownerId = owner.id;
  const place = usePlace();
  const today = useToday();
  const [openChangeId, setOpenChangeId] = useState<string | null>(null);
  const loadedParties = useParties(ownerId);
  const parties = loadedParties ?? noParties;
  const { data: dogs } = useQuery(recordsQuery(ownerId, allDogs));
  const { edit, remove: removeDog, greet, arrivals, form } = useDogEditing(ownerId);
  const { portraits, ...asking } = usePortraits(ownerId, dogs, loadedParties, today);
  const [request, setRequest] = usePartyRequest(ownerId, dogs, parties);
  const planned = usePlanned(ownerId, place, dogs ?? noDogs, parties);
  // A pack without parties may have guests of one that was called off.
  const isPartyPlace = place.name === 'parties' || place.name === 'party';
  const guests = useGuests(ownerId, parties.length > 0 || isPartyPlace, place.name === 'party');
  const { book, tellingOf } = guests;
  const removing = useRemoving(ownerId, guests, { removeDog, forgetPlanned: planned.forget });
  const celebration = useBirthdayToday(ownerId, dogs ?? noDogs, today);
  const { upcoming } = usePartiesByTime(parties);
  const partiesByDog = useMemo(() => Map.groupBy(parties, ({ dogId }) => dogId), [parties]);
  const askForPlan = useCallback((dog: Dog) => setRequest({ dog, party: null }), [setRequest]);
  const slots = usePackSlots(upcoming, partiesByDog, book, { onPlan: askForPlan, onDecide: setOpenChangeId });
  const { dog, carded, party, dogOfParty, calledOff, isSought } = useNamed(
    ...([ownerId, place, today, dogs, loadedParties, guests] as const),
  );
  const navigate = use(NavigationContext);
  useEffect(() => (navigate ? loadBodyAhead(navigate) : undefined), [navigate]);

  function lightCandles() {
    celebration.light();
    navigate?.(homePage);
  }

  const newCount = parties.reduce((count, { id }) => count + (book.get(id)?.newCount ?? 0), 0);
  const tickets = { ownerId, book, today, onDecide: setOpenChangeId };
  return (
    <div className={classNames('flex min-h-dvh flex-col', !carded && 'pb-8 foot:pb-24')}>
      <DashboardHeader owner={owner} places={<PlacesBar place={place} news={newCount} />} />
      <PackStatus
        ownerId={ownerId}
        openId={openChangeId}
        onOpen={setOpenChangeId}
        onClose={() => setOpenChangeId(null)}
      />
      {parties.length > 0 && dogs && (
        <NewAnswers ownerId={ownerId} {...{ book, parties, dogs, today }} isShown={place.name === 'pack'} />
      )}
      {place.name === 'pack' && <MemoryQuestion dogs={dogs ?? noDogs} parties={asking.withoutPicture} today={today} />}
      {place.name === 'pack' && asking.askAbout(dogs ?? noDogs, true)}
      <div className={place.name === 'pack' ? 'flex grow flex-col' : 'hidden'}>
        {place.name === 'pack' && <title>Your pack on Wagday</title>}
        <Pack
          ownerId={ownerId}
          arrivals={arrivals}
          renderToday={celebration.renderToday}
          celebratedId={celebration.shownDogId}
          isPartyFull={celebration.isFull}
          {...slots}
          onAdded={greet}
          onEdit={edit}
          onPlan={askForPlan}
          onDelete={removing.askAndRemoveDog}
        />
        <ReminderOffer owner={owner} dogCount={dogs?.length} />
        <InstallOffer />
      </div>
      {place.name === 'parties' && (
        <PartiesPage dogs={dogs ?? noDogs} parties={parties} {...tickets} onPlan={askForPlan} />
      )}
      {party && dogOfParty && (
        <PartyPage
          key={party.id}
          owner={owner}
          dog={dogOfParty}
          party={party}
          isNew={planned.id === party.id}
          again={planned.againOf(party)}
          onShared={planned.tell}
          onDecide={setOpenChangeId}
          onBack={() => leavePlace(partiesHash)}
          onEdit={() => setRequest({ dog: dogOfParty, party })}
          onCallOff={() => removing.callOff(party)}
          onPlanAgain={() => setRequest({ dog: dogOfParty, party: null, again: party })}
        />
      )}
      {calledOff && (
        <CalledOffPage
          ownerId={ownerId}
          dog={dogs?.find(({ id }) => id === calledOff.invitation.cancelledParty?.dogId)}
          guests={calledOff}
          onBack={() => leavePlace(partiesHash)}
        />
      )}
      {place.name === 'you' && (
        <YouPage
          owner={owner}
          section={place.section}
          reminders={<Reminders owner={owner} />}
          lossOfGuests={<GuestsOfAccount ownerId={ownerId} parties={upcoming} />}
        />
      )}
      {dog && (
        <DogPage
          key={dog.id}
          dog={dog}
          today={today}
          parties={partiesByDog.get(dog.id) ?? []}
          portraits={portraits.filter(({ dogId }) => dogId === dog.id)}
          question={asking.askAbout([dog], false)}
          onOpenStamp={asking.openStamp(dog)}
          renderParties={(dog) => <DogTickets dog={dog} parties={partiesByDog.get(dog.id) ?? noParties} {...tickets} />}
          renderChange={slots.renderChange}
          onBack={() => leavePlace('')}
          onEdit={edit}
          onDelete={removing.askAndRemoveDog}
          onCelebrate={celebratesOn(dog, today) ? lightCandles : askForPlan}
        />
      )}
      {carded && (
        <CardPage
          key={carded.id}
          ownerId={ownerId}
          dog={{ ...carded, ...pictureOfDay(carded.id, today, portraits, parties) }}
          today={today}
          onBack={() => leavePlace('')}
        />
      )}
      {isSought && <LoadingPart />}
      <HelpFooter />
      <PushRenewal ownerId={ownerId} />
      {form}
      {request && (
        <PartyDialog
          ownerId={ownerId}
          request={request}
          tellingOf={tellingOf}
          descriptionHint={request.party && book.get(request.party.id)?.ofDescription}
          onPlanned={(party) => planned.open(party, request.again)}
          onReopen={() => setRequest(request)}
          onRemove={(party) => void removing.removeParty(party)}
          onClose={() => setRequest(null)}
        />
      )}
      {removing.dialog}
      {asking.dialog}
    </div>
  );
}

/** The signed-in owner's home. */
export function DashboardPage({ owner }: { owner: Owner }) {
  return (
    <OwnerData ownerId={owner.id}>
      <Places owner={owner} />
    </OwnerData>
  );
}
