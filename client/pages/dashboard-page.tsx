import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import { dogHash, homePage, plainPath } from '../../addresses/addresses.ts';
import { isInMemory } from '../../domain/dogs/life.ts';
import { partiesByTime } from '../../domain/parties/invitation.ts';
import { takeAskedDog } from '../data/drafts/asked-dog.ts';
import { dogs as allDogs, type Dog } from '../data/records/dogs.ts';
import { parties as allParties, type Party } from '../data/records/parties.ts';
import type { Owner } from '../data/session/session.ts';
import { OwnerData, recordsQuery } from '../data/use-records.tsx';
import { AccountButton } from '../features/account/account-button.tsx';
import { useBirthdayToday } from '../features/birthday/birthday-today.tsx';
import { DogPage } from '../features/dog-page/dog-page.tsx';
import { GuestsOfAccount } from '../features/invitations/guests-of-account.tsx';
import { useGuests } from '../features/invitations/use-guests.tsx';
import { ChangeBadge } from '../features/offline/change-badge.tsx';
import { InstallOffer } from '../features/offline/install-offer.tsx';
import { PackStatus } from '../features/offline/pack-status.tsx';
import { DashboardHeader } from '../features/pack/dashboard-header.tsx';
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

/** Opens the page of the dog that was in the address before the sign-in, which leads to the home page first. */
function useAskedDog() {
  const isHome = plainPath(useLocation()[0]) === homePage;
  useEffect(() => {
    const asked = isHome ? takeAskedDog() : null;
    if (asked && !window.location.hash) window.location.hash = dogHash(asked);
  }, [isHome]);
}

const noDogs: Dog[] = [];

/** Asks before guests are notified that parties are called off. */
type Question = { title: string; yes: string; no: string; telling: string; run: () => Promise<void> };

/** The pack with its parties, and the dialog for one of them. */
function PackWithParties({ ownerId, onOpenChange }: { ownerId: string; onOpenChange: (recordId: string) => void }) {
  const today = useToday();
  const parties = useParties(ownerId);
  const [restored, setRestored] = useState<Party | null>(null);
  const { data: dogs } = useQuery(recordsQuery(ownerId, allDogs));
  const [request, setRequest] = usePartyRequest(ownerId, dogs, parties);
  const invite = useCallback((of: { dog: Dog; party: Party }) => setRequest({ kind: 'share', ...of }), [setRequest]);
  const guests = useGuests(ownerId, parties, dogs, today, invite);
  const { renderGuests, askWhoIsTold, readAgain, calledOff } = guests;
  const cancel = useCancelParty(ownerId, setRestored, guests.tellingOf);
  const [question, setQuestion] = useState<Question | null>(null);
  const { party, isFull } = useBirthdayToday(ownerId, dogs ?? noDogs, today);

  useEffect(() => {
    if (!restored || !parties.some(({ id }) => id === restored.id)) return;
    const line = lineOf(restored.id);
    if (line) bringIntoView(line);
    setRestored(null);
  }, [restored, parties]);

  const remove = useCallback(
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

  // Memoized, because rendering a large pack whenever a dialog opens or closes would be slow.
  const pack = useMemo(() => {
    const partiesByDog = Map.groupBy(parties, ({ dogId }) => dogId);
    const actions = {
      onRequest: setRequest,
      onCancel: (party: Party) => {
        const isPast = party.celebrationDate < today;
        const asking = { title: `Call off ${party.title}?`, yes: 'Call It Off', no: 'Keep It' };
        void askIfGuestsHear(isPast ? [] : [party], asking, () => remove(party));
      },
      renderChange: ({ id, title }: Party) => <ChangeBadge recordId={id} name={title} onOpen={onOpenChange} />,
      renderGuests,
    };
    const renderChange = ({ id, name }: Dog) => <ChangeBadge recordId={id} name={name} onOpen={onOpenChange} />;
    const renderParties = (dog: Dog) => {
      const parties = partiesByDog.get(dog.id) ?? [];
      if (isInMemory(dog)) return <RememberedParties dog={dog} parties={parties} today={today} />;
      return <DogParties dog={dog} parties={parties} today={today} actions={actions} />;
    };
    return (
      <Pack
        renderChange={renderChange}
        ownerId={ownerId}
        party={party}
        isPartyFull={isFull}
        renderAbove={(dogs) => (
          <>
            <UpcomingParties dogs={dogs} parties={parties} today={today} actions={actions} />
            {calledOff}
          </>
        )}
        onRemove={(dog, remove) => {
          const asking = { title: `Remove ${dog.name}?`, yes: 'Remove', no: 'Keep' };
          const { upcoming } = partiesByTime(partiesByDog.get(dog.id) ?? [], today);
          void askIfGuestsHear(upcoming, asking, remove);
        }}
        renderParties={renderParties}
        renderDogPage={(dogs, onEdit) => (
          <DogPage
            dogs={dogs}
            today={today}
            partiesOf={({ id }) => partiesByDog.get(id) ?? []}
            renderParties={(dog) => (
              <DogShelf dog={dog} parties={partiesByDog.get(dog.id) ?? []} today={today} actions={actions} />
            )}
            renderChange={renderChange}
            onEdit={onEdit}
            onPlan={(dog) => setRequest({ kind: 'plan', dog })}
          />
        )}
        renderActions={(dog: Dog) => (
          <Button variant="secondary" onClick={() => setRequest({ kind: 'plan', dog })}>
            <PartyHatIcon />
            Plan Party<span className="sr-only"> for {dog.name}</span>
          </Button>
        )}
      />
    );
  }, [
    ownerId,
    today,
    parties,
    party,
    isFull,
    remove,
    askIfGuestsHear,
    onOpenChange,
    setRequest,
    renderGuests,
    calledOff,
  ]);

  return (
    <>
      {guests.layer}
      {pack}
      {request && (
        <PartyDialog
          ownerId={ownerId}
          request={request}
          inviting={guests.inviting}
          onReopen={() => setRequest(request)}
          onRemove={(party) => void remove(party)}
          onClose={() => setRequest(null)}
        />
      )}
      {question && (
        <AskFirst {...question} onYes={() => void question.run()} onNo={() => setQuestion(null)}>
          {question.telling}
        </AskFirst>
      )}
    </>
  );
}

function OfferOfReminders({ owner }: { owner: Owner }) {
  const { data: dogs } = useQuery(recordsQuery(owner.id, allDogs));
  return <ReminderOffer owner={owner} dogCount={dogs?.length} />;
}

function LossOfGuests({ ownerId }: { ownerId: string }) {
  const { data: parties = [] } = useQuery(recordsQuery(ownerId, allParties));
  return <GuestsOfAccount ownerId={ownerId} parties={partiesByTime(parties, useToday()).upcoming} />;
}

/** The signed-in owner's home. */
export function DashboardPage({ owner }: { owner: Owner }) {
  const [openChangeId, setOpenChangeId] = useState<string | null>(null);
  useAskedDog();
  return (
    <OwnerData ownerId={owner.id}>
      <title>Your pack on Wagday</title>
      <div className="flex min-h-dvh flex-col pb-24">
        <DashboardHeader
          owner={owner}
          account={
            <AccountButton
              owner={owner}
              reminders={<Reminders owner={owner} />}
              lossOfGuests={<LossOfGuests ownerId={owner.id} />}
            />
          }
        />
        <PackStatus
          ownerId={owner.id}
          openId={openChangeId}
          onOpen={setOpenChangeId}
          onClose={() => setOpenChangeId(null)}
        />
        <PackWithParties ownerId={owner.id} onOpenChange={setOpenChangeId} />
        <OfferOfReminders owner={owner} />
        <InstallOffer />
        <PushRenewal ownerId={owner.id} />
      </div>
    </OwnerData>
  );
}
