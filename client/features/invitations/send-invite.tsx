import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { checkSettingsDraft, settingsDraftOf } from '../../../domain/guests/settings-draft.ts';
import { limits } from '../../../domain/limits.ts';
import { tidyLine } from '../../../domain/text/text.ts';
import { accountMessages } from '../../copy/account-messages.ts';
import { failureMessage } from '../../copy/failure-message.ts';
import { invitationMessages } from '../../copy/invitation-messages.ts';
import type { Message } from '../../copy/messages.ts';
import { BackendError, isOfKind } from '../../data/backend-error.ts';
import { deviceStorage } from '../../data/drafts/web-storage.ts';
import { changeInvitation, linkAddress, makeLink } from '../../data/invitations/host-invitations.ts';
import { isReachable, subscribeToNetwork } from '../../data/network.ts';
import { againKey } from '../../data/offline/forget.ts';
import { changeStateOf } from '../../data/offline/queue.ts';
import { shownQueue } from '../../data/offline/this-tab.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { changeName } from '../../data/session/account.ts';
import type { Owner } from '../../data/session/session.ts';
import { deviceZone } from '../../shared/device-zone.ts';
import { invitationWords } from '../../shared/invitation/invitation-content.ts';
import { useIsOver } from '../../shared/party-moments.ts';
import { ShareRow } from '../../shared/share/share-row.tsx';
import { type PictureInTime, type Prepare, useSharing, wholeText } from '../../shared/share/use-sharing.ts';
import { useToday } from '../../shared/use-today.ts';
import { Button, linkClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/field.tsx';
import { ShareIcon } from '../../ui/icons.tsx';
import { loadedPart, optionalPart } from '../../ui/loaded.tsx';
import { TextToCopy } from '../../ui/text-to-copy.tsx';
import { showError } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { guestBookQuery, useReadAgain } from './guest-book.ts';
import { Guests, inviteIsOut, useFocusBack } from './guests-panel.tsx';
import type { PartyGuests } from './read-guest-book.ts';
import { ProofLine } from './waiting-mails.tsx';

const InvitationSettings = loadedPart(
  async () => (await import('./invitation-settings.tsx')).InvitationSettings,
  <p role="status">Writing the envelopes...</p>,
);

/** Few hosts have guests of a party before. */
const AskAgain = optionalPart(async () => (await import('./ask-again.tsx')).AskAgain);

class NotCopied extends Error {}

/** Whether nobody has changed or answered an invitation since its link was made. */
function isAsMade({ invitation: { placeFor, mostPeople, message, bringList }, guests }: PartyGuests): boolean {
  return placeFor === 'all' && mostPeople === null && !message && bringList.length === 0 && guests.length === 0;
}

function linkFailure(error: unknown): Message {
  if (error instanceof NotCopied) return invitationMessages.couldNotCopySettings;
  if (isOfKind(error, 'no such parent')) return invitationMessages.partyNotSaved;
  if (isOfKind(error, 'limit reached')) return invitationMessages.tooManyInvitations;
  return failureMessage(invitationMessages.couldNotMakeLink);
}

/** Says why a party has no link. It is no toast, because nobody has pressed anything. */
function noLinkText(error: unknown): string {
  if (isOfKind(error, 'no such parent'))
    return "Your party isn't saved on our side yet. Its link comes as soon as it is.";
  if (isOfKind(error, 'limit reached')) return invitationMessages.tooManyInvitations.text;
  return "We can't get the link just now, so only the words are shared. Send Invite tries again.";
}

/** What the backend would answer. */
const notSaved = new BackendError('no such parent', 'The party waits to be sent.');

/**
 * The link to a party's invitation. The page of a planned party makes it, so that each way to share works at its first press; one that the
 * host has turned off stays off until the next Send Invite. What is sent follows what the backend says once the page is open, because
 * another device may have ended the link or hidden the place.
 */
function useInviteLink(ownerId: string, party: Party, isNew: boolean, again: Party | undefined) {
  const client = useQueryClient();
  const bookQuery = guestBookQuery(ownerId);
  const { data: book } = useQuery(bookQuery);
  const readAgain = useReadAgain(ownerId);
  const isAway = !useSyncExternalStore(subscribeToNetwork, isReachable);
  // The backend makes no link for a party that it does not have yet.
  const isUnsent =
    useSyncExternalStore(shownQueue.subscribe, () => changeStateOf(shownQueue.read(), party.id)) !== null;
  const isPast = useIsOver(party);
  const seen = () => client.getQueryData(bookQuery.queryKey)?.get(party.id);

  const keptAgain = againKey(ownerId, party.id);
  const forgetAgain = () => deviceStorage.forget(keptAgain);

  /** Copies who sees what, and what to bring: the place must not be told to more than it was. @throws NotCopied */
  async function copySettings(of: Party) {
    try {
      const former = (await client.ensureQueryData(bookQuery)).get(of.id)?.invitation;
      if (!former) return forgetAgain();
      await readAgain();
      const made = seen()?.invitation;
      const copied = checkSettingsDraft({ ...settingsDraftOf(former), answerUntil: '' }, party.celebrationDate);
      if (!made || !copied.ok || !(await changeInvitation(made, copied.value))) throw new NotCopied();
      forgetAgain();
      await readAgain();
    } catch {
      showError(invitationMessages.couldNotCopySettings);
      throw new NotCopied();
    }
  }

  async function make() {
    const known = seen();
    const made = linkAddress(await makeLink(party.id, deviceZone()));
    if (again && !known) await copySettings(again);
    void readAgain();
    return made;
  }

  const linkQuery = {
    queryKey: ['invitation link', party.id, isAway, isUnsent, isPast],
    queryFn: async () => {
      // A party that was just planned has no invitation to read.
      if (!isNew || seen()) await client.invalidateQueries({ ...bookQuery, exact: true }, { throwOnError: true });
      const known = seen();
      // Without network, what was read is the copy on this device.
      if (!isReachable()) throw new BackendError('not reachable', 'There is no network.');
      // The link was made, but the settings were not copied with it.
      if (again && known && isAsMade(known) && deviceStorage.readText(keptAgain) !== null) await copySettings(again);
      // A past party invites nobody.
      if (known?.link || isPast || known?.invitation.hasLink === false) return known?.link ?? null;
      return make();
    },
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  };
  const { data, error, isPending } = useQuery({ ...linkQuery, enabled: !isAway && !isUnsent });
  const linkOf = (guests: PartyGuests | undefined, checked: string | null | undefined) =>
    guests?.invitation.hasLink === false ? null : (guests?.link ?? checked ?? null);

  /** Returns the link, which is made if there is none; null for a past party. Throws BackendError. */
  async function ensure() {
    const checking = client.fetchQuery({ ...linkQuery, staleTime: Number.POSITIVE_INFINITY });
    const checked = await (isPast ? checking.catch(() => null) : checking);
    const link = linkOf(seen(), checked);
    return link ?? (isPast ? null : make());
  }

  const guests = book?.get(party.id);
  return {
    guests,
    /** The guests as they are now, when a press has waited. Undefined without any news of them. */
    seen: () => client.getQueryData(bookQuery.queryKey) && { isPlaceHidden: seen()?.isPlaceHidden ?? false },
    link: data === undefined || isAway ? null : linkOf(guests, data),
    ensure,
    forgetAgain,
    readAgain,
    isPast,
    isAway,
    error: isAway ? null : isUnsent ? notSaved : error,
    isChecked: isAway || isUnsent || !isPending,
  };
}

type SettingsLineProps = {
  isPlaceHidden: boolean;
  onChange: () => void;
  invite: ReturnType<typeof useInviteLink>;
};

function SettingsLine({ isPlaceHidden, onChange, invite: { guests, link, isPast, isAway, error } }: SettingsLineProps) {
  const isOff = guests?.invitation.hasLink === false;
  const today = useToday();
  const until = guests?.invitation.answerUntil;
  // Without network, nothing is said of a link that this device has not seen.
  if (guests ? isPast && isOff : isPast || isAway) return null;
  const text = isPast
    ? 'The link still opens the page.'
    : isOff && link === null
      ? 'The link is turned off. Send Invite makes a new one.'
      : error
        ? noLinkText(error)
        : until && until < today
          ? `Answers closed on ${formatLongDate(until)}.`
          : 'Anyone with the link can answer.';
  return (
    <p className="text-sm text-ink-soft">
      <span role="status">{text}</span>
      {isPlaceHidden && !isPast && <span> Only those who say yes see the place.</span>}{' '}
      <button type="button" data-opens="settings" className={`${linkClasses} relative -my-3`} onClick={onChange}>
        Change<span className="sr-only"> who sees what</span>
      </button>
    </p>
  );
}

/** The button that sends, at the foot of a phone, with what is in its way. `children` are what it needs first. */
function SendBar({
  invite: { guests, link, isPast, isAway },
  sharing: { share, isWaiting, isOnceMore },
  isOut,
  children,
}: {
  invite: ReturnType<typeof useInviteLink>;
  sharing: ReturnType<typeof useSharing>;
  isOut: boolean;
  children: ReactNode;
}) {
  return (
    <>
      {/* After the party the bar is for thanks, until they are said. */}
      <div
        className={classNames(
          'flex flex-wrap items-end gap-3 [--bar-space:0.75rem] print:hidden',
          (!isPast || (guests && guests.invitation.thanks !== null)) && 'foot-bar',
        )}
      >
        {children}
        <Button
          variant={isPast ? 'secondary' : 'primary'}
          size={isPast ? 'regular' : 'large'}
          className="grow"
          aria-busy={isWaiting}
          onClick={() => void share()}
        >
          <ShareIcon className={classNames('size-6 shrink-0', isWaiting && 'motion-safe:animate-wag')} />
          <span>{isWaiting && link === null ? 'Getting it ready...' : isPast ? 'Share' : 'Send Invite'}</span>
        </Button>
        {/* That it is out is seen at the table. */}
        <p role="status" className={isOnceMore ? 'w-full font-bold' : 'sr-only'}>
          {isOnceMore ? 'All ready! Press once more to send it.' : isOut ? inviteIsOut : null}
        </p>
      </div>
      <p role="status" className="rounded-field bg-sky-wash px-4 py-3 empty:hidden">
        {isAway && !isPast && 'No network right now. Your party is safe, and the invite can go out once you are back.'}
      </p>
    </>
  );
}

type SendInviteProps = {
  owner: Owner;
  dog: Dog;
  party: Party;
  isNew: boolean;
  again?: Party | undefined;
  /** Whether words and picture leave the place out. */
  isPlaceHidden: boolean;
  picture: PictureInTime;
  /** Whether it has just gone out by the share sheet. */
  isOut: boolean;
  /** What else can be done with a past party. */
  children?: ReactNode;
  /** The invitation was shared. `isOut`: by the share sheet; otherwise it was copied, or opened in another app. */
  onShared: (isOut: boolean) => void;
};

function useSending({ owner, dog, party, isNew, again, isPlaceHidden, onShared }: SendInviteProps) {
  const invite = useInviteLink(owner.id, party, isNew, again);
  const { guests, link, isPast } = invite;
  const [name, setName] = useState('');
  const host = owner.name ?? (tidyLine(name) || null);
  const shown = isPlaceHidden ? { ...party, location: null } : party;
  const thanks = guests?.invitation.thanks ?? null;
  const wordsWith = (url: string | null) => invitationWords(dog, shown, { link: url, host, isPast, thanks });
  const words = wordsWith(link);
  const [isSetting, setIsSetting] = useState(false);
  useFocusBack(isSetting ? 'settings' : null);

  /** The invite goes out without waiting: a share sheet opens only soon after the press. */
  function saveName() {
    if (host && owner.name === null)
      changeName(host).catch(() => showError(failureMessage(accountMessages.couldNotSaveName)));
  }

  const prepare: Prepare = async () => {
    saveName();
    try {
      const ready = wordsWith(await invite.ensure());
      // Without any news of the settings, the known one stays.
      const isHiddenNow = invite.seen()?.isPlaceHidden ?? isPlaceHidden;
      // As one text, because apps put an address of its own below the description, or drop one of them.
      return isHiddenNow === isPlaceHidden ? { title: ready.title, text: wholeText(ready), url: null } : 'once more';
    } catch (error) {
      showError(linkFailure(error));
      return null;
    }
  };

  const [openSettings] = useSingleFlight(async () => {
    if (!guests) {
      if ((await prepare()) === null) return;
      await invite.readAgain();
    }
    // From here on the host decides.
    invite.forgetAgain();
    setIsSetting(true);
  });

  return {
    invite,
    name,
    setName,
    words,
    sharing: useSharing(words, undefined, prepare, onShared),
    openPlace() {
      saveName();
      onShared(false);
    },
    isSetting: isSetting && guests !== undefined,
    openSettings,
    closeSettings: () => setIsSetting(false),
  };
}

/** Sends an invitation: one press shares its words and link. Asks hosts without a name for one, because guests want to know who invites. */
export function SendInvite(props: SendInviteProps) {
  const { owner, dog, party, again, isPlaceHidden, picture, isOut } = props;
  const ownerId = owner.id;
  const { invite, words, sharing, isSetting, ...sending } = useSending(props);
  const { guests, isPast, isChecked } = invite;
  const [isEditing, setIsEditing] = useState(false);
  const ways =
    isSetting && guests ? (
      <div hidden={isEditing} className="max-sm:order-2 lg:col-span-2">
        <InvitationSettings {...{ ownerId, party, guests }} onDone={sending.closeSettings} />
      </div>
    ) : (
      <div
        hidden={isEditing}
        className={`grid grid-cols-1 gap-2 max-sm:order-2 sm:max-md:-mt-2 ${isPast ? '' : 'lg:contents lg:*:not-first:col-span-2'}`}
      >
        {/* Reserves their space until the link is known, so that no press comes before it. */}
        <div className={classNames('mx-auto w-full max-w-md lg:max-w-none', !isChecked && 'invisible')}>
          <ShareRow {...{ words, picture }} copy={(done) => void sharing.copy(done)} onOpen={sending.openPlace} />
        </div>
        {sharing.textToCopy && <TextToCopy text={sharing.textToCopy} />}
        <SettingsLine {...{ isPlaceHidden, invite }} onChange={() => void sending.openSettings()} />
        {!isPast && <ProofLine ownerId={ownerId} />}
      </div>
    );
  return (
    <>
      {/* In a wide window the places are beside the button, and what is said of the link below both. */}
      <div
        className={`contents items-end gap-x-4 gap-y-3 md:grid md:grid-cols-1 ${isPast ? '' : 'lg:grid-cols-[minmax(0,17rem)_minmax(min(18.5rem,55%),1fr)]'}`}
      >
        <div hidden={isEditing || isSetting} className="grid grid-cols-1 gap-4 max-sm:contents">
          <SendBar {...{ invite, sharing, isOut }}>
            {props.children}
            {owner.name === null && !isPast && (
              <div className="min-w-32 flex-1 max-sm:basis-full">
                <TextField
                  label="Your name"
                  name="ownerName"
                  value={sending.name}
                  autoComplete="nickname"
                  maxLength={limits.ownerName}
                  placeholder="So guests know who asks"
                  onValueChange={sending.setName}
                />
              </div>
            )}
          </SendBar>
        </div>
        {ways}
      </div>
      {!isPast && !isEditing && !isSetting && (
        <AskAgain {...{ ownerId, party, again, words }} onOpen={sending.openPlace} />
      )}
      <Guests ownerId={ownerId} dog={dog} party={party} onEditing={setIsEditing} />
    </>
  );
}
