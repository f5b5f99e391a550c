import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { homePage, type Place, partiesHash, partyHash } from '../../addresses/addresses.ts';
import {
  focusOfPartyPhoto,
  pictureOfDay,
  picturesOfAYearAgo,
  portraitToAskFor,
} from '../../domain/celebrations/celebration-photos.ts';
import { type Celebration, celebratesOn } from '../../domain/celebrations/celebrations.ts';
import { type CalendarDate, daysBetween, parseCalendarDate } from '../../domain/dates/calendar-date.ts';
import { isInMemory, isLiving } from '../../domain/dogs/life.ts';
import { countOf } from '../../domain/guests/listed-guests.ts';
import { isPartyOver } from '../../domain/parties/party-time.ts';
import { partiesByTime } from '../../domain/parties/planned-parties.ts';
import { packMessages } from '../copy/pack-messages.ts';
import { partyMessages } from '../copy/party-messages.ts';
import { deviceStorage } from '../data/drafts/web-storage.ts';
import { againKey, putAwayKey } from '../data/offline/forget.ts';
import { dogs as allDogs, type Dog } from '../data/records/dogs.ts';
import { parties as allParties, type Party } from '../data/records/parties.ts';
import { portraits as allPortraits, type Portrait, portraitIdOf } from '../data/records/portraits.ts';
import type { Owner } from '../data/session/session.ts';
import { OwnerData, recordsQuery } from '../data/use-records.tsx';
import { BirthdayToday, useBirthdayToday } from '../features/birthday/birthday-today.tsx';
import { DogPage, loadBodyAhead } from '../features/dog-page/dog-page.tsx';
import { CallOffQuestion } from '../features/invitations/call-off-question.tsx';
import { guestBookQuery, useGuests } from '../features/invitations/guest-book.ts';
import type { GuestBook } from '../features/invitations/read-guest-book.ts';
import { ChangeBadge } from '../features/offline/change-badge.tsx';
import { InstallOffer } from '../features/offline/install-offer.tsx';
import { PackStatus } from '../features/offline/pack-status.tsx';
import { DashboardHeader } from '../features/pack/dashboard-header.tsx';
import { EditedDog, useDogEditing } from '../features/pack/dog-editing.tsx';
import { Pack } from '../features/pack/pack.tsx';
import { PartyDialog } from '../features/parties/party-dialog.tsx';
import { useCancelParty, useParties, usePartyRequest } from '../features/parties/party-drafts.ts';
import { MemoryQuestion, NextParty, RememberedParties } from '../features/parties/party-list.tsx';
import { PushRenewal, ReminderOffer, Reminders } from '../features/reminders/reminders.tsx';
import { HelpFooter } from '../shared/help-link.tsx';
import { localMoment, usePartiesByTime } from '../shared/party-moments.ts';
import { OpenedDialog, useOpenDialog } from '../shared/use-open-dialog.tsx';
import { useToday } from '../shared/use-today.ts';
import { AskFirst } from '../ui/ask-first.tsx';
import { Button, buttonClasses } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { bringIntoView, focusOrHeading } from '../ui/focus.ts';
import { PartyHatIcon } from '../ui/icons.tsx';
import { loadedPart, optionalPart } from '../ui/loaded.tsx';
import { NavigationContext, PageLink } from '../ui/page-link.tsx';
import { showSuccess } from '../ui/toaster.tsx';
import { CardPage } from './card-page.tsx';
import { leavePlace, linkTo, PlacesBar, useLeaveUnknown, usePlace } from './places.tsx';

const noDogs: Dog[] = [];
const noParties: Party[] = [];
const noPortraits: Portrait[] = [];

type Question = { title: string; telling: string; run: () => Promise<void>; calledOff?: Party };

const loadParties = () => import('./parties-page.tsx');
const PartiesPage = loadedPart(async () => (await loadParties()).PartiesPage, <LoadingPart />);
const DogTickets = loadedPart(async () => (await loadParties()).DogTickets);
const loadParty = () => import('./party-page.tsx');
const PartyPage = loadedPart(async () => (await loadParty()).PartyPage, <LoadingPart />);
const CalledOffPage = loadedPart(async () => (await loadParty()).CalledOffPage, <LoadingPart />);
const NewAnswers = optionalPart(async () => (await import('../features/invitations/new-answers.tsx')).NewAnswers);
const loadPortraits = () => import('../features/portraits/portrait-dialog.tsx');
const PortraitQuestion = optionalPart(async () => (await loadPortraits()).PortraitQuestion);
const YouPage = loadedPart(async () => (await import('../features/account/you.tsx')).You, <LoadingPart />);

function LoadingPart() {
  return (
    <main className="mx-auto w-full max-w-page grow px-4 pt-8">
      <p role="status">Counting the party hats...</p>
    </main>
  );
}

function GuestsOfAccount({ ownerId }: { ownerId: string }) {
  const { data: parties = noParties } = useQuery(recordsQuery(ownerId, allParties));
  const { upcoming } = usePartiesByTime(parties);
  const { data: book } = useQuery({ ...guestBookQuery(ownerId), enabled: upcoming.length > 0 });
  const invited = upcoming.flatMap(({ id }) => book?.get(id) ?? []);
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

/** Removes dogs and calls parties off: where guests would be notified after a question, and then the guests are read again. */
function useRemoving(
  ownerId: string,
  { tellingOf, askWhoIsTold, readAgain }: ReturnType<typeof useGuests>,
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
  return { removeParty, callOff, askAndRemoveDog, question, keep: () => setQuestion(null) };
}

function RemovalQuestion({ question, book, onKeep }: { question: Question; book: GuestBook; onKeep: () => void }) {
  const { title, telling, run, calledOff } = question;
  if (calledOff) {
    const invitation = book.get(calledOff.id)?.invitation;
    return <CallOffQuestion {...{ title, telling, invitation }} onCallOff={run} onKeep={onKeep} />;
  }
  return (
    <AskFirst title={title} yes="Remove" no="Keep" onYes={() => void run()} onNo={onKeep}>
      {telling}
    </AskFirst>
  );
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

/** What the cards of the pack and the page of a dog show beside it, from other lists. Keeps its identity until it shows something else. */
type Beside = {
  partiesByDog: ReadonlyMap<string, Party[]>;
  book: GuestBook;
  birthday: ReturnType<typeof useBirthdayToday>;
  onPlan: (dog: Dog) => void;
  onDecide: (changeId: string) => void;
};

const BesideDogs = createContext<Beside | null>(null);

function useBeside(): Beside {
  const beside = use(BesideDogs);
  if (!beside) throw new Error('This is shown only among the places of an owner.');
  return beside;
}

/** What is asked about the day. It comes after the candles, and both are in the first screen. */
const AskedToday = createContext<ReactNode>(null);

function Today({ children }: { children: ReactNode }) {
  return (
    <BirthdayToday party={useBeside().birthday} question={use(AskedToday)}>
      {children}
    </BirthdayToday>
  );
}

function Change({ dog: { id, name } }: { dog: Dog }) {
  return <ChangeBadge recordId={id} name={name} onOpen={useBeside().onDecide} />;
}

function Parties({ dog }: { dog: Dog }) {
  const { partiesByDog, book } = useBeside();
  const today = useToday();
  const parties = partiesByDog.get(dog.id) ?? noParties;
  const { upcoming } = usePartiesByTime(parties);
  if (isInMemory(dog)) return <RememberedParties dog={dog} parties={parties} today={today} />;
  return <NextParty upcoming={upcoming} guests={book} />;
}

const quiet = { variant: 'quiet', className: '-ms-2 justify-self-start' } as const;

function Actions({ dog, isNext }: { dog: Dog; isNext: boolean }) {
  const { onPlan } = useBeside();
  return (
    <Button {...(isNext ? ({ size: 'large' } as const) : quiet)} onClick={() => onPlan(dog)}>
      <PartyHatIcon />
      Plan Party<span className="sr-only"> for {dog.name}</span>
    </Button>
  );
}

function NextAction({ dog, date }: { dog: Dog; date: CalendarDate }) {
  const { partiesByDog, onPlan } = useBeside();
  const { upcoming } = usePartiesByTime(partiesByDog.get(dog.id) ?? noParties);
  const planned = upcoming.find(({ celebrationDate }) => Math.abs(daysBetween(date, celebrationDate)) <= 7);
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
}

/** Kept on this device: the last day of whose photo the owner does not want to be asked. */
const declinedKey = 'wagday-no-portrait-until';

type AskedPortraitProps = Omit<ComponentProps<typeof PortraitQuestion>, 'asked' | 'yearAgo' | 'onDecline'> & {
  dogs: readonly Dog[];
  portraits: readonly Portrait[];
  parties: readonly Party[];
  isPack: boolean;
};

/** Asks for a photo of the last celebrated day of these dogs, or shows a day of a year ago. Its code is loaded once there is one. */
function AskedPortrait({ dogs, isPack, ...rest }: AskedPortraitProps) {
  const { portraits, parties, today } = rest;
  const [declined, setDeclined] = useState(() => deviceStorage.readText(declinedKey) ?? '');
  const asked = useMemo(
    () => portraitToAskFor(dogs, portraits, parties, today, declined),
    [dogs, portraits, parties, today, declined],
  );
  const [putAway, setPutAway] = useState(() => deviceStorage.readText(putAwayKey) ?? '');
  const yearAgo = useMemo(() => {
    const idOf = ({ dog, picture }: ReturnType<typeof picturesOfAYearAgo>[number]) => portraitIdOf(dog.id, picture.day);
    const found = isPack ? picturesOfAYearAgo(dogs, portraits, parties, today) : [];
    const shown = found.find((one) => !putAway.includes(idOf(one)));
    if (!shown) return null;
    const onDismiss = () => {
      const ids = [...putAway.split(' ').slice(-20), idOf(shown)].join(' ');
      deviceStorage.keepText(putAwayKey, ids);
      setPutAway(ids);
    };
    return { ...shown, onDismiss };
  }, [isPack, dogs, portraits, parties, today, putAway]);
  const [wasAsked, setWasAsked] = useState(false);
  if ((asked || yearAgo) && !wasAsked) setWasAsked(true);
  function decline() {
    const day = asked?.celebration.date ?? '';
    deviceStorage.keepText(declinedKey, day);
    setDeclined(day);
  }
  return wasAsked && <PortraitQuestion asked={asked} yearAgo={yearAgo} onDecline={decline} {...rest} />;
}

const loadPortraitDialog = async () => (await loadPortraits()).PortraitDialog;

function usePortraits(
  ownerId: string,
  dogs: readonly Dog[] | undefined,
  loadedParties: readonly Party[] | undefined,
  today: CalendarDate,
) {
  const { data } = useQuery({ ...recordsQuery(ownerId, allPortraits), enabled: dogs !== undefined });
  const { open, opened } = useOpenDialog();
  const portraits = data ?? noPortraits;
  const parties = loadedParties ?? noParties;
  const withoutPicture = useMemo(() => {
    const pictured = new Set(portraits.flatMap(({ id, photoUrl }) => (photoUrl ? id : [])));
    return parties.filter(({ dogId, celebrationDate }) => !pictured.has(portraitIdOf(dogId, celebrationDate)));
  }, [portraits, parties]);
  return {
    portraits,
    opened,
    /** The parties of days without a portrait. */
    withoutPicture,
    /** What is needed to ask about days; null until it is loaded. */
    known: data && loadedParties ? { ownerId, portraits, parties, today } : null,
    openStamp: (dog: Dog, onStamped: (day: CalendarDate) => void) => (celebration: Celebration, day: CalendarDate) =>
      open(loadPortraitDialog, { ownerId, dog, celebration, day, onStamped }, packMessages.couldNotSavePortrait),
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

const packSlots = { Change, Parties, Actions, NextAction };

function useHome(owner: Owner) {
  const ownerId = owner.id;
  const place = usePlace();
  const today = useToday();
  const [openChangeId, setOpenChangeId] = useState<string | null>(null);
  const loadedParties = useParties(ownerId);
  const parties = loadedParties ?? noParties;
  const { data: dogs } = useQuery(recordsQuery(ownerId, allDogs));
  const editing = useDogEditing(ownerId);
  const keeping = usePortraits(ownerId, dogs, loadedParties, today);
  const [request, setRequest] = usePartyRequest(ownerId, dogs, parties);
  const planned = usePlanned(ownerId, place, dogs ?? noDogs, parties);
  // A pack without parties may have guests of one that was called off.
  const isPartyPlace = place.name === 'parties' || place.name === 'party';
  const guests = useGuests(ownerId, parties.length > 0 || isPartyPlace, place.name === 'party');
  const { book } = guests;
  const removing = useRemoving(ownerId, guests, { removeDog: editing.remove, forgetPlanned: planned.forget });
  const birthday = useBirthdayToday(ownerId, dogs ?? noDogs, today);
  const partiesByDog = useMemo(() => Map.groupBy(parties, ({ dogId }) => dogId), [parties]);
  const onPlan = useCallback((dog: Dog) => setRequest({ dog, party: null }), [setRequest]);
  const beside = useMemo(
    () => ({ partiesByDog, book, birthday, onPlan, onDecide: setOpenChangeId }),
    [partiesByDog, book, birthday, onPlan],
  );
  return {
    ...{ owner, ownerId, place, today, openChangeId, setOpenChangeId, parties, dogs, editing, keeping },
    ...{ request, setRequest, planned, guests, removing, beside },
    named: useNamed(ownerId, place, today, dogs, loadedParties, guests),
    tickets: { ownerId, book, today, portraits: keeping.portraits, onDecide: setOpenChangeId },
  };
}

type Home = ReturnType<typeof useHome>;

/** The pack, which stays in the document with its search and its cards, and what is asked above it. */
function PackPlace({ home }: { home: Home }) {
  const { owner, ownerId, place, today, dogs = noDogs, parties, editing, keeping, beside, guests } = home;
  const { birthday, onPlan } = beside;
  const isShown = place.name === 'pack';
  const isDay = birthday.celebrating.length > 0;
  const question = isShown && keeping.known && (
    <AskedPortrait dogs={dogs} isPack isWithin={birthday.isFull} {...keeping.known} />
  );
  return (
    <>
      {parties.length > 0 && home.dogs && (
        <NewAnswers {...{ ownerId, parties, dogs, today, isShown }} book={guests.book} />
      )}
      {isShown && <MemoryQuestion dogs={dogs} parties={keeping.withoutPicture} today={today} />}
      {!isDay && <div className="mx-auto w-full max-w-page px-4 *:mt-4 sm:px-6">{question}</div>}
      <div className={isShown ? 'flex grow flex-col' : 'hidden'}>
        {isShown && <title>Your pack on Wagday</title>}
        <AskedToday value={isDay && question}>
          <Pack
            ownerId={ownerId}
            arrivals={editing.arrivals}
            Today={isDay ? Today : null}
            celebratedId={birthday.shownDogId}
            isPartyFull={birthday.isFull}
            {...packSlots}
            onAdded={editing.greet}
            onEdit={editing.edit}
            onPlan={onPlan}
            onDelete={home.removing.askAndRemoveDog}
          />
        </AskedToday>
        <ReminderOffer {...{ owner, isShown }} dogCount={home.dogs?.length} />
        <InstallOffer />
      </div>
    </>
  );
}

function PartyPlace({ home, dog, party }: { home: Home; dog: Dog; party: Party }) {
  const { planned, removing, setRequest } = home;
  return (
    <PartyPage
      key={party.id}
      owner={home.owner}
      dog={dog}
      party={party}
      photoFocus={focusOfPartyPhoto(party, home.keeping.portraits, home.parties)}
      isNew={planned.id === party.id}
      again={planned.againOf(party)}
      onShared={planned.tell}
      onDecide={home.setOpenChangeId}
      onBack={() => leavePlace(partiesHash)}
      onEdit={() => setRequest({ dog, party })}
      onCallOff={() => removing.callOff(party)}
      onPlanAgain={() => setRequest({ dog, party: null, again: party })}
    />
  );
}

function DogPlace({ home, dog }: { home: Home; dog: Dog }) {
  const { place, today, keeping, editing, beside, tickets } = home;
  const parties = beside.partiesByDog.get(dog.id) ?? noParties;
  const navigate = use(NavigationContext);
  const [stampedDay, setStampedDay] = useState<CalendarDate>();

  function lightCandles() {
    beside.birthday.light();
    navigate?.(homePage);
  }

  return (
    <DogPage
      key={dog.id}
      dog={dog}
      today={today}
      ownParties={parties}
      portraits={keeping.portraits.filter(({ dogId }) => dogId === dog.id)}
      question={keeping.known && <AskedPortrait dogs={[dog]} isPack={false} {...keeping.known} />}
      stampedDay={stampedDay}
      soughtDay={parseCalendarDate(('day' in place && place.day) || '')}
      onOpenStamp={keeping.openStamp(dog, setStampedDay)}
      parties={<DogTickets dog={dog} parties={parties} {...tickets} />}
      change={<Change dog={dog} />}
      onBack={() => leavePlace('')}
      onEdit={editing.edit}
      onDelete={home.removing.askAndRemoveDog}
      onCelebrate={celebratesOn(dog, today) ? lightCandles : beside.onPlan}
    />
  );
}

function Places({ owner }: { owner: Owner }) {
  const home = useHome(owner);
  const { ownerId, place, today, dogs, parties, request, setRequest, guests, removing, planned, keeping } = home;
  const { book } = guests;
  const { dog, carded, party, dogOfParty, calledOff, isSought } = home.named;
  const navigate = use(NavigationContext);
  useEffect(() => (navigate ? loadBodyAhead(navigate) : undefined), [navigate]);
  const newCount = parties.reduce((count, { id }) => count + (book.get(id)?.newCount ?? 0), 0);
  return (
    <BesideDogs value={home.beside}>
      <div
        className={classNames(
          'flex min-h-dvh flex-col min-[110rem]:[--container-page:96rem]',
          !carded && 'pb-8 foot:pb-[5.5rem]',
        )}
      >
        <DashboardHeader
          owner={owner}
          places={<PlacesBar place={place} news={newCount} isOnPhone={dog !== undefined && isInMemory(dog)} />}
        />
        <PackStatus
          ownerId={ownerId}
          openId={home.openChangeId}
          onOpen={home.setOpenChangeId}
          onClose={() => home.setOpenChangeId(null)}
        />
        <PackPlace home={home} />
        {place.name === 'parties' && (
          <PartiesPage dogs={dogs ?? noDogs} parties={parties} {...home.tickets} onPlan={home.beside.onPlan} />
        )}
        {party && dogOfParty && <PartyPlace home={home} dog={dogOfParty} party={party} />}
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
            dogs={dogs}
            reminders={<Reminders owner={owner} />}
            lossOfGuests={<GuestsOfAccount ownerId={ownerId} />}
          />
        )}
        {dog && <DogPlace home={home} dog={dog} />}
        {carded && (
          <CardPage
            key={carded.id}
            ownerId={ownerId}
            dog={{ ...carded, ...pictureOfDay(carded.id, today, keeping.portraits, parties) }}
            today={today}
            onBack={() => leavePlace('')}
          />
        )}
        {isSought && <LoadingPart />}
        <HelpFooter />
        <PushRenewal ownerId={ownerId} />
        <EditedDog editing={home.editing} />
        {request && (
          <PartyDialog
            ownerId={ownerId}
            request={request}
            tellingOf={guests.tellingOf}
            descriptionHint={request.party && book.get(request.party.id)?.ofDescription}
            onPlanned={(party) => planned.open(party, request.again)}
            onReopen={() => setRequest(request)}
            onRemove={(party) => void removing.removeParty(party)}
            onClose={() => setRequest(null)}
          />
        )}
        {removing.question && <RemovalQuestion question={removing.question} book={book} onKeep={removing.keep} />}
        <OpenedDialog opened={keeping.opened} />
      </div>
    </BesideDogs>
  );
}

export function DashboardPage({ owner }: { owner: Owner }) {
  return (
    <OwnerData ownerId={owner.id}>
      <Places owner={owner} />
    </OwnerData>
  );
}
