import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { isInMemory } from '../../domain/dogs/life.ts';
import { partiesByTime } from '../../domain/parties/invitation.ts';
import { dogs as allDogs, type Dog } from '../data/records/dogs.ts';
import type { Party } from '../data/records/parties.ts';
import type { Owner } from '../data/session/session.ts';
import { OwnerData, recordsQuery } from '../data/use-records.tsx';
import { useBirthdayToday } from '../features/birthday/birthday-today.tsx';
import { DogPage } from '../features/dog-page/dog-page.tsx';
import { loadBodyAhead } from '../features/dog-page/load-body.ts';
import { GuestsOfAccount } from '../features/invitations/guests-of-account.tsx';
import { useGuests } from '../features/invitations/use-guests.tsx';
import { ChangeBadge } from '../features/offline/change-badge.tsx';
import { InstallOffer } from '../features/offline/install-offer.tsx';
import { PackStatus } from '../features/offline/pack-status.tsx';
import { DashboardHeader } from '../features/pack/dashboard-header.tsx';
import { useDogEditing } from '../features/pack/dog-editing.tsx';
import { Pack } from '../features/pack/pack.tsx';
import { useCancelParty, useParties } from '../features/parties/parties.ts';
import { PartyDialog } from '../features/parties/party-dialog.tsx';
import { usePartyRequest } from '../features/parties/party-drafts.ts';
import { DogParties, DogShelf, lineOf, RememberedParties, UpcomingParties } from '../features/parties/party-list.tsx';
import { PushRenewal } from '../features/reminders/push-renewal.ts';
import { ReminderOffer } from '../features/reminders/reminder-offer.tsx';
import { Reminders } from '../features/reminders/reminders.tsx';
import { useToday } from '../shared/use-today.ts';
import { AskFirst } from '../ui/ask-first.tsx';
import { Button } from '../ui/button.tsx';
import { bringIntoView, focusNeighbour, focusOrHeading } from '../ui/focus.ts';
import { PartyHatIcon } from '../ui/icons.tsx';
import { loadedPart } from '../ui/loaded.tsx';
import { leavePlace, PlacesBar, useLeaveUnknown, usePlace } from './places.tsx';

const noDogs: Dog[] = [];

/** Asks before guests are notified that parties are called off. */
type Question = { title: string; yes: string; no: string; telling: string; run: () => Promise<void> };

const loadYou = async () => (await import('../features/account/you.tsx')).You;
const YouPage = loadedPart(loadYou, <LoadingPart />);

function LoadingPart() {
  return (
    <main className="mx-auto w-full max-w-page grow px-4 pt-8">
      <p role="status">Counting the party hats...</p>
    </main>
  );
}

/** The owner's places, of which the address names one. The pack stays in the document, with its search and its cards. */
function Places({ owner }: { owner: Owner }) {
  const ownerId = owner.id;
  const place = usePlace();
  const today = useToday();
  const [openChangeId, setOpenChangeId] = useState<string | null>(null);
  const parties = useParties(ownerId);
  const { data: dogs } = useQuery(recordsQuery(ownerId, allDogs));
  const { edit, remove: removeDog, arrivals, form } = useDogEditing(ownerId);
  const [restored, setRestored] = useState<Party | null>(null);
  const [request, setRequest] = usePartyRequest(ownerId, dogs, parties);
  const invite = useCallback((of: { dog: Dog; party: Party }) => setRequest({ kind: 'share', ...of }), [setRequest]);
  const guests = useGuests(ownerId, parties, dogs, today, invite);
  const { renderGuests, askWhoIsTold, readAgain, calledOff } = guests;
  const cancel = useCancelParty(ownerId, setRestored, guests.tellingOf);
  const [question, setQuestion] = useState<Question | null>(null);
  const celebration = useBirthdayToday(ownerId, dogs ?? noDogs, today);
  useEffect(loadBodyAhead, []);

  useEffect(() => {
    if (!restored || !parties.some(({ id }) => id === restored.id)) return;
    const line = lineOf(restored.id);
    if (line) bringIntoView(line);
    setRestored(null);
  }, [restored, parties]);

  const removeParty = useCallback(
    async (party: Party) => {
      // The dialog closes first, which returns the focus to its opener. The party goes next, so its neighbour gets the focus.
      flushSync(() => setRequest(null));
      if (!focusNeighbour(lineOf(party.id))) focusOrHeading();
      await cancel(party);
    },
    [cancel, setRequest],
  );

  /** Runs at once, or, if guests would be notified, after a question. After a question, the guests are read again. */
  const askIfGuestsHear = useCallback(
    async (of: readonly Party[], asking: Omit<Question, 'telling' | 'run'>, run: () => Promise<void>) => {
      const telling = await askWhoIsTold(of);
      if (telling === '') return run();
      setQuestion({
        ...asking,
        telling,
        async run() {
          flushSync(() => setQuestion(null));
          await run();
          await readAgain();
        },
      });
    },
    [askWhoIsTold, readAgain],
  );

  const partiesByDog = useMemo(() => Map.groupBy(parties, ({ dogId }) => dogId), [parties]);
  const plan = useCallback((dog: Dog) => setRequest({ kind: 'plan', dog }), [setRequest]);
  const renderDogChange = useCallback(
    ({ id, name }: Dog) => <ChangeBadge recordId={id} name={name} onOpen={setOpenChangeId} />,
    [],
  );
  const actions = useMemo(
    () => ({
      onRequest: setRequest,
      onCancel: (party: Party) => {
        const isPast = party.celebrationDate < today;
        const asking = { title: `Call off ${party.title}?`, yes: 'Call It Off', no: 'Keep It' };
        void askIfGuestsHear(isPast ? [] : [party], asking, () => removeParty(party));
      },
      renderChange: ({ id, title }: Party) => <ChangeBadge recordId={id} name={title} onOpen={setOpenChangeId} />,
      renderGuests,
    }),
    [today, removeParty, askIfGuestsHear, setRequest, renderGuests],
  );
  const askAndRemoveDog = useCallback(
    (dog: Dog) => {
      const asking = { title: `Remove ${dog.name}?`, yes: 'Remove', no: 'Keep' };
      const { upcoming } = partiesByTime(partiesByDog.get(dog.id) ?? [], today);
      void askIfGuestsHear(upcoming, asking, () => removeDog(dog));
    },
    [partiesByDog, today, askIfGuestsHear, removeDog],
  );

  // Memoized, because rendering a large pack whenever a dialog opens or closes would be slow.
  const pack = useMemo(
    () => (
      <Pack
        ownerId={ownerId}
        arrivals={arrivals}
        renderToday={celebration.renderToday}
        celebratedId={celebration.shownDogId}
        isPartyFull={celebration.isFull}
        renderChange={renderDogChange}
        renderParties={(dog) => {
          const ofDog = partiesByDog.get(dog.id) ?? [];
          if (isInMemory(dog)) return <RememberedParties dog={dog} parties={ofDog} today={today} />;
          return <DogParties dog={dog} parties={ofDog} today={today} actions={actions} />;
        }}
        renderActions={(dog: Dog, isNext) => (
          <Button variant={isNext ? 'primary' : 'secondary'} onClick={() => plan(dog)}>
            <PartyHatIcon />
            Plan Party<span className="sr-only"> for {dog.name}</span>
          </Button>
        )}
        onEdit={edit}
        onDelete={askAndRemoveDog}
      />
    ),
    [ownerId, today, arrivals, celebration, partiesByDog, actions, plan, edit, askAndRemoveDog, renderDogChange],
  );

  const dog = place.name === 'dog' ? dogs?.find(({ id }) => id === place.id) : undefined;
  useLeaveUnknown(place.name === 'dog' && dogs !== undefined && !dog, '');
  useLeaveUnknown(place.name === 'card' || place.name === 'party', '');

  return (
    <div className="flex min-h-dvh flex-col pb-24">
      <DashboardHeader owner={owner} places={<PlacesBar place={place} news={guests.newCount} />} />
      <PackStatus
        ownerId={ownerId}
        openId={openChangeId}
        onOpen={setOpenChangeId}
        onClose={() => setOpenChangeId(null)}
      />
      {guests.layer}
      <div className={place.name === 'pack' ? 'flex grow flex-col' : 'hidden'}>
        {place.name === 'pack' && <title>Your pack on Wagday</title>}
        {pack}
        <ReminderOffer owner={owner} dogCount={dogs?.length} />
        <InstallOffer />
      </div>
      {place.name === 'parties' && (
        <PartiesPage>
          <UpcomingParties dogs={dogs ?? noDogs} parties={parties} today={today} actions={actions} />
          {calledOff}
        </PartiesPage>
      )}
      {place.name === 'you' && (
        <YouPage
          owner={owner}
          section={place.section}
          reminders={<Reminders owner={owner} />}
          lossOfGuests={<GuestsOfAccount ownerId={ownerId} parties={partiesByTime(parties, today).upcoming} />}
        />
      )}
      {dog && (
        <DogPage
          key={dog.id}
          dog={dog}
          today={today}
          parties={partiesByDog.get(dog.id) ?? []}
          renderParties={(dog) => (
            <DogShelf dog={dog} parties={partiesByDog.get(dog.id) ?? []} today={today} actions={actions} />
          )}
          renderChange={renderDogChange}
          onBack={() => leavePlace('')}
          onEdit={edit}
          onPlan={plan}
        />
      )}
      <PushRenewal ownerId={ownerId} />
      {form}
      {request && (
        <PartyDialog
          ownerId={ownerId}
          request={request}
          inviting={guests.inviting}
          onReopen={() => setRequest(request)}
          onRemove={(party) => void removeParty(party)}
          onClose={() => setRequest(null)}
        />
      )}
      {question && (
        <AskFirst {...question} onYes={() => void question.run()} onNo={() => setQuestion(null)}>
          {question.telling}
        </AskFirst>
      )}
    </div>
  );
}

function PartiesPage({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto w-full max-w-page grow px-4 pt-5 pb-8 sm:px-6 sm:pt-8">
      <title>Your parties on Wagday</title>
      <h1 tabIndex={-1} className="mb-4 sm:mb-6">
        Parties
      </h1>
      {children}
    </main>
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
