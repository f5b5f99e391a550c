import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { limits } from '../../../domain/limits.ts';
import { tidyLine } from '../../../domain/text/text.ts';
import { accountMessages } from '../../copy/account-messages.ts';
import { failureMessage } from '../../copy/failure-message.ts';
import { invitationMessages } from '../../copy/invitation-messages.ts';
import type { Message } from '../../copy/messages.ts';
import { isOfKind } from '../../data/errors.ts';
import { linkAddress, makeLink } from '../../data/invitations/invitations.ts';
import { isReachable, subscribeToNetwork } from '../../data/network.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { changeName } from '../../data/session/account.ts';
import { addressProvenQuery, askForProof } from '../../data/session/proven-address.ts';
import type { Owner } from '../../data/session/session.ts';
import { AskForProof } from '../../shared/proof/ask-for-proof.tsx';
import { ShareRow } from '../../shared/share/share-row.tsx';
import { type PictureInTime, type Prepare, type ShareText, useSharing } from '../../shared/share/use-sharing.ts';
import { useToday } from '../../shared/use-today.ts';
import { Button, linkClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/field.tsx';
import { ShareIcon } from '../../ui/icons.tsx';
import { loadedPart } from '../../ui/loaded.tsx';
import { TextToCopy } from '../../ui/text-to-copy.tsx';
import { showError } from '../../ui/toaster.tsx';
import { useIsWide } from '../../ui/use-is-wide.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { guestBookQuery, useReadAgain } from './guest-book.ts';
import { Guests } from './guests.tsx';

const InvitationSettings = loadedPart(
  async () => (await import('./invitation-settings.tsx')).InvitationSettings,
  <p role="status">Writing the envelopes...</p>,
);

/** While the host's own address is not proved, says that guests get no mail yet, and what changes that. */
function ProofLine({ ownerId }: { ownerId: string }) {
  const { data: isProven } = useQuery(addressProvenQuery(ownerId));
  if (isProven !== false) return null;
  return (
    <AskForProof
      text="Confirm your email so we can tell guests when plans change."
      button="Confirm My Email"
      askedText="Check your inbox, or the spam. Then your guests hear from us."
      ask={askForProof}
    />
  );
}

function linkFailure(error: unknown): Message {
  if (isOfKind(error, 'no such parent')) return invitationMessages.partyNotSaved;
  if (isOfKind(error, 'limit reached')) return invitationMessages.tooManyInvitations;
  return failureMessage(invitationMessages.couldNotMakeLink);
}

/** Makes the link to a party's invitation. Returns its address, or null after a failure, which a toast has reported. */
async function madeLink(partyId: string): Promise<string | null> {
  try {
    return linkAddress(await makeLink(partyId));
  } catch (error) {
    showError(linkFailure(error));
    return null;
  }
}

/**
 * Prepares the words of an invitation: makes its link, if there is none. What is sent follows what the backend says once this is open,
 * because another device may have ended the link or hidden the place.
 */
function useInvite(ownerId: string, party: Party, words: ShareText, isPlaceHidden: boolean) {
  const client = useQueryClient();
  const query = guestBookQuery(ownerId);
  const { data: book } = useQuery(query);
  const readAgain = useReadAgain(ownerId);
  const isAway = !useSyncExternalStore(subscribeToNetwork, isReachable);
  const isPast = party.celebrationDate < useToday();
  /** Whether the guest book comes from the backend, not from what this device has last seen. */
  const checking = useRef(Promise.resolve(false));
  /** The guest book with a link that was just made. */
  const reading = useRef(Promise.resolve());
  const [isChecked, setIsChecked] = useState(false);
  const seen = () => client.getQueryData(query.queryKey)?.get(party.id);

  // biome-ignore lint/correctness/useExhaustiveDependencies: when this opens, and when the network comes back.
  useEffect(() => {
    checking.current = readAgain().then(isReachable);
    void checking.current.then(() => setIsChecked(true));
  }, [isAway]);

  const prepare: Prepare = async () => {
    const isCurrent = (await checking.current) && isReachable();
    let url = isCurrent ? (seen()?.link ?? null) : null;
    // A past party invites nobody.
    if (url === null && !isPast) {
      url = await madeLink(party.id);
      if (url === null) return null;
      reading.current = readAgain();
      if (!isCurrent) await reading.current;
    }
    // Without any news of the settings, the known one stays.
    const isHiddenNow = client.getQueryData(query.queryKey) ? (seen()?.isPlaceHidden ?? false) : isPlaceHidden;
    return isHiddenNow === isPlaceHidden ? { ...words, url } : 'once more';
  };

  /** Makes the invitation, if there is none. Returns whether there is one now. */
  const ensure = async () => {
    if (!seen() && (await madeLink(party.id)) === null) return false;
    await readAgain();
    return seen() !== undefined;
  };

  const guests = book?.get(party.id);
  const link = isChecked && !isAway ? (guests?.link ?? null) : null;
  return { guests, link, prepare, ensure, reading, isPast, isAway, isChecked };
}

/**
 * Sends an invitation: one press makes its link, if there is none, and shares picture, words and link. Asks for the name of a host who
 * has given none, because guests want to know who invites them. The guests follow.
 */
export function SendInvite({
  owner,
  dog,
  party,
  words: plainWords,
  isPlaceHidden,
  picture,
}: {
  owner: Owner;
  /** The birthday dog. */
  dog: Dog;
  party: Party;
  /** The words without an address. */
  words: ShareText;
  /** Whether words and picture leave the place out. */
  isPlaceHidden: boolean;
  picture: PictureInTime;
}) {
  const invite = useInvite(owner.id, party, plainWords, isPlaceHidden);
  const { guests, link, isPast, isAway, isChecked } = invite;
  const words = { ...plainWords, url: link };
  const [name, setName] = useState('');
  const [isSetting, setIsSetting] = useState(false);
  const [isEditing, setIsEditing] = useState(false);
  const changeId = useId();
  const wasSetting = useRef(false);

  useEffect(() => {
    if (wasSetting.current && !isSetting) document.getElementById(changeId)?.focus();
    wasSetting.current = isSetting;
  }, [isSetting, changeId]);

  async function prepare() {
    const given = tidyLine(name);
    // The invite goes out without waiting: a share sheet opens only soon after the press.
    if (given && owner.name === null)
      changeName(given).catch(() => showError(failureMessage(accountMessages.couldNotSaveName)));
    return invite.prepare();
  }

  const { share, copy, isWaiting, isOnceMore, setIsOnceMore, textToCopy } = useSharing(words, picture, prepare);

  /** The words of a place have no link before there is one, and a page may open another only right after a press. So the first press makes it. */
  const [linkFirst, isLinking] = useSingleFlight(async () => {
    const isReady = (await prepare()) !== null;
    await invite.reading.current;
    setIsOnceMore(isReady);
  });

  const [change] = useSingleFlight(async () => {
    if (await invite.ensure()) setIsSetting(true);
  });

  const isSettingOpen = isSetting && guests !== undefined;
  const hasAnswers = guests !== undefined && guests.guests.length > 0;
  const isWide = useIsWide();
  // On a phone the guests come first, once there are any.
  const areGuestsFirst = hasAnswers && !isWide;
  const settingsOrWays = isSettingOpen ? (
    <InvitationSettings
      ownerId={owner.id}
      guests={guests}
      partyDate={party.celebrationDate}
      onDone={() => setIsSetting(false)}
    />
  ) : (
    <>
      {/* Reserves their space until the settings are known. */}
      <div
        className={classNames('mx-auto w-full max-w-md', !isChecked && 'invisible')}
        onClickCapture={(press) => {
          setIsOnceMore(false);
          if (link !== null || isPast || isAway) return;
          press.preventDefault();
          press.stopPropagation();
          void linkFirst();
        }}
      >
        <ShareRow words={words} picture={picture} copy={(done) => void copy(done)} />
      </div>
      {textToCopy && <TextToCopy text={textToCopy} />}
      {(!isPast || guests?.invitation.hasLink) && (
        <p className="text-sm text-ink-soft">
          {isPast ? 'The link still opens the page.' : 'Anyone with the link can RSVP.'}
          {isPlaceHidden && !isPast && ' Only those who say yes see the place.'}{' '}
          <button type="button" id={changeId} className={`${linkClasses} -my-3`} onClick={() => void change()}>
            Change<span className="sr-only"> who sees what</span>
          </button>
        </p>
      )}
      {!isPast && <ProofLine ownerId={owner.id} />}
    </>
  );
  const ways = (
    <div
      hidden={isEditing}
      className={classNames(
        isSettingOpen
          ? 'col-span-2'
          : 'grid grid-cols-1 gap-2 max-lg:text-center lg:contents lg:*:not-first:col-span-2',
        !hasAnswers && 'sm:max-md:-mt-2',
        'md:-mt-4',
      )}
    >
      {settingsOrWays}
    </div>
  );
  const isPreparing = isWaiting || isLinking;
  return (
    <>
      {/* In a wide window the places are beside the button, and what is said of the link below both. */}
      <div className="contents items-end gap-x-4 gap-y-3 lg:grid lg:grid-cols-[minmax(0,20rem)_minmax(18.5rem,1fr)]">
        <div hidden={isEditing || isSettingOpen} className="grid grid-cols-1 gap-4 max-sm:contents">
          <div className="foot-bar flex flex-wrap items-end gap-3 [--bar-space:0.75rem] print:hidden">
            {owner.name === null && !isPast && (
              <div className="min-w-32 flex-1 max-sm:basis-full">
                <TextField
                  label="Your name"
                  name="ownerName"
                  value={name}
                  autoComplete="nickname"
                  maxLength={limits.ownerName}
                  placeholder="So guests know who asks"
                  onValueChange={setName}
                />
              </div>
            )}
            <Button size="large" className="grow" aria-busy={isPreparing} onClick={() => void share()}>
              <ShareIcon className={classNames('size-6 shrink-0', isPreparing && 'motion-safe:animate-wag')} />
              {isPreparing && link === null ? 'Getting it ready...' : isPast ? 'Share' : 'Send Invite'}
            </Button>
            <p role="status" className="w-full font-bold empty:hidden">
              {isOnceMore && 'All ready! Press once more to send it.'}
            </p>
          </div>
          <p role="status" className="rounded-field bg-sky-wash px-4 py-3 empty:hidden">
            {isAway &&
              !isPast &&
              'No network right now. Your party is safe, and the invite can go out once you are back.'}
          </p>
        </div>
        {!areGuestsFirst && ways}
      </div>
      <Guests ownerId={owner.id} dog={dog} party={party} onEditing={setIsEditing} />
      {areGuestsFirst && ways}
    </>
  );
}
