/** The photo of a day that a dog has celebrated: the question for it, the line a year later, and the dialog of its stamp. */
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { dogHash } from '../../../addresses/addresses.ts';
import { birthdayReport, humanYearsText } from '../../../domain/celebrations/birthday-report.ts';
import {
  checkPortraitLine,
  type DayPicture,
  lookOfDay,
  type PortraitLook,
  partyOfDay,
} from '../../../domain/celebrations/celebration-photos.ts';
import { type Celebration, daysToGo } from '../../../domain/celebrations/celebrations.ts';
import { occasionOf } from '../../../domain/celebrations/occasion.ts';
import { type CalendarDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { packMessages } from '../../copy/pack-messages.ts';
import { portraitMessages } from '../../copy/portrait-messages.ts';
import { wordsOf } from '../../copy/problems.ts';
import { isOfKind } from '../../data/backend-error.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { parties as allParties, type Party } from '../../data/records/parties.ts';
import { portraits as allPortraits, type Portrait, portraitIdOf } from '../../data/records/portraits.ts';
import { recordsQuery, useRecords } from '../../data/use-records.tsx';
import { PhotoButton } from '../../shared/photos/photo-button.tsx';
import { discardPhotos, usePhotoUpload } from '../../shared/photos/photo-upload.ts';
import { figureOf, PawStamp } from '../../shared/stamp.tsx';
import { Button, buttonClasses, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CrossIcon } from '../../ui/cross-icon.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusOrHeading } from '../../ui/focus.ts';
import { optionalPart } from '../../ui/loaded.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { showError, showSuccess } from '../../ui/toaster.tsx';

type DayOfDog = {
  ownerId: string;
  dog: Dog;
  celebration: Celebration;
  /** The day of the picture: of the celebration, or of a party for it. */
  day: CalendarDate;
  /** Called when the stamp of the day has got a photo. */
  onStamped?: (day: CalendarDate) => void;
};

/** The records that a day's picture is made of, as they were seen. */
type Seen = { portrait: Portrait | null; party: Party | null };

/** The changes of stamps that are being saved. A stamp that is opened meanwhile shows the new look, and its next change follows on it. */
const underWay = new Map<string, { look: PortraitLook; after: Promise<Seen> }>();

/** The picture of a day, and how it is kept, changed and removed. Each can be undone for a moment, and waits without network. */
function useDayPicture({ ownerId, dog, celebration, day, onStamped }: DayOfDog) {
  const { data: portraits } = useQuery(recordsQuery(ownerId, allPortraits));
  const { data: parties = [] } = useQuery(recordsQuery(ownerId, allParties));
  const ofPortraits = useRecords(ownerId, allPortraits);
  const ofParties = useRecords(ownerId, allParties);
  const about = portraitIdOf(dog.id, day);
  const seen: Seen = {
    portrait: portraits?.find(({ id }) => id === about) ?? null,
    party: partyOfDay(dog.id, day, parties),
  };

  /** Saves the photo with the party of that day, if there is one, because it is the photo of the party too. */
  async function save({ portrait, party }: Seen, look: PortraitLook) {
    const after: Seen = { portrait, party };
    const states: string[] = [];
    const partyOfPhoto = portrait?.photoUrl ? null : party;
    if (partyOfPhoto && look.photoUrl !== partyOfPhoto.memoryPhotoUrl) {
      const values = { ...partyOfPhoto, memoryPhotoUrl: look.photoUrl };
      const { saved, state } = await ofParties.save({ id: partyOfPhoto.id, seen: partyOfPhoto, values, parent: dog });
      after.party = saved;
      states.push(state);
    }
    const photoUrl = partyOfPhoto ? null : look.photoUrl;
    if (photoUrl || look.photoFocus || look.line || portrait) {
      const values = { dogId: dog.id, day, kind: portrait?.kind ?? celebration.kind, ...look, photoUrl };
      const { saved, state } = await ofPortraits.save({ id: about, seen: portrait, values, parent: dog });
      after.portrait = saved;
      states.push(state);
    }
    return { after, states };
  }

  async function keep(before: Seen, look: PortraitLook, isUndo = false): Promise<Seen> {
    const former = lookOfDay(before.portrait, before.party);
    try {
      const { after, states } = await save(before, look);
      // PackStatus asks about a change that needs a decision.
      if (states.includes('undecided')) return after;
      const isSamePhoto = former.photoUrl === look.photoUrl;
      if (look.photoUrl && !isSamePhoto) onStamped?.(day);
      const { portraitChanged, portraitKept, portraitRemoved } = portraitMessages;
      const news = isSamePhoto ? portraitChanged : look.photoUrl ? portraitKept : portraitRemoved;
      const undo = {
        label: 'Undo',
        run: () => void keep(after, former, true),
        onPassed: () => former.photoUrl && !isSamePhoto && discardPhotos([former.photoUrl]),
      };
      const stamp = `${dog.name}'s stamp of ${formatLongDate(day)}`;
      const message = states.includes('waiting') ? packMessages.keptForLater(stamp) : news(stamp);
      // A newer change of a stamp ends the offer to undo an older one, which knows the former look only.
      showSuccess({ ...message, about }, isUndo ? undefined : undo);
      return after;
    } catch (error) {
      if (isOfKind(error, 'limit reached')) showError(portraitMessages.portraitsFull);
      else {
        const run = () => void keep(before, look, isUndo);
        showError(packMessages.couldNotSavePortrait, { label: 'Try Again', run });
      }
      return before;
    }
  }

  /** One after the other, because a second offer to undo would delete the photo that the first one brings back. */
  async function keepNext(look: PortraitLook) {
    const after = Promise.resolve(underWay.get(about)?.after ?? seen).then((before) => keep(before, look));
    underWay.set(about, { look, after });
    await after;
    if (underWay.get(about)?.after === after) underWay.delete(about);
  }
  const saved = lookOfDay(seen.portrait, seen.party);
  return { saved, look: underWay.get(about)?.look ?? saved, keep: keepNext };
}

type Asked = Pick<DayOfDog, 'dog' | 'celebration'>;

type Questions = Omit<DayOfDog, 'dog' | 'celebration' | 'day'> & {
  today: CalendarDate;
  /** Whether it is a part of the celebration, and not a card of its own. */
  isWithin?: boolean;
  onDecline: () => void;
};

type QuestionProps = Asked & Questions & { isAnswered: boolean; onKept: () => void; onDone: () => void };

/** Asks for the photo of one day, in one line, and then shows the stamp with it. */
function Question({ today, isWithin = false, isAnswered, onDecline, onKept, onDone, ...rest }: QuestionProps) {
  const { ownerId, dog, celebration } = rest;
  const { saved, look, keep } = useDayPicture({ ...rest, day: celebration.date });
  const link = useRef<HTMLAnchorElement>(null);
  const upload = usePhotoUpload(ownerId, async (photoUrl) => {
    onKept();
    await keep({ ...look, photoUrl, photoFocus: null });
    upload.clear();
  });
  const isKept = saved.photoUrl !== null;
  useEffect(() => {
    if (!isKept || !isAnswered) return;
    // The button that was pressed here has gone.
    link.current?.focus({ preventScroll: true });
    link.current?.closest('aside')?.scrollIntoView({ block: 'nearest' });
  }, [isKept, isAnswered]);
  const photo = upload.preview ?? saved.photoUrl;
  const isToday = !isKept && daysToGo(celebration.date, today) === 0;
  const [lead, told, away] = isKept
    ? ['', `'s ${celebration.kind} has its stamp.`, 'Done']
    : isToday
      ? ['Keep one photo of ', '?', 'Not Today']
      : ['How was ', `'s ${celebration.kind}? Keep one photo.`, 'No, Thanks'];
  return (
    <aside
      aria-label="Stamp of the day"
      className={classNames(
        'flex scroll-mb-24 flex-wrap items-center gap-x-4 gap-y-3 overflow-clip [overflow-clip-margin:0.5rem]',
        isWithin
          ? 'border-t-2 border-dashed border-edge pt-3 sm:mt-2 sm:pt-6'
          : '@container rounded-card bg-sky-wash px-4 py-3',
      )}
    >
      <PawStamp
        key={String(photo !== null)}
        figure={figureOf(celebration)}
        photo={<DogPhoto dog={{ ...dog, photoFocus: saved.photoFocus }} photo={photo} isSmall className="block" />}
        isEmpty={photo === null}
        className={classNames(
          photo !== null && 'stamp-lands',
          isWithin ? 'stamp-of-day' : photo ? 'me-3 mt-4 mb-4 size-28' : 'm-2 size-20',
        )}
        postmark={isKept && celebration.date}
      />
      <div className="flex min-w-[min(11rem,100%)] flex-1 flex-wrap items-center gap-2 sm:gap-x-4 @max-md:contents">
        <p className="min-w-[min(6.5rem,100%)] flex-1 font-display text-title leading-tight wrap-anywhere max-sm:in-[section]:text-base lg:not-in-[section,article]:text-heading">
          {/* Within the celebration its heading says it. */}
          {isToday && <span className="in-[section]:sr-only">Today's the day. </span>}
          {lead}
          <strong>{dog.name}</strong>
          {told}
        </p>
        <div className="flex flex-wrap items-center gap-2 max-sm:in-[section]:-me-2 max-sm:in-[section]:*:first:px-3 @max-md:not-in-[section]:w-full @max-md:not-in-[section]:*:first:flex-1 [&>a]:outline-offset-0 [&>a:focus-visible]:border-transparent">
          {isKept ? (
            <PageLink ref={link} href={dogHash(dog.id, celebration.date)} className={buttonClasses('secondary')}>
              See the Stamp
            </PageLink>
          ) : (
            <PhotoButton upload={upload}>Add Photo</PhotoButton>
          )}
          <Button
            variant="quiet"
            onClick={() => {
              focusOrHeading();
              if (!isKept) onDecline();
              onDone();
            }}
          >
            {away}
          </Button>
        </div>
      </div>
    </aside>
  );
}

type YearAgo = { dog: Dog; picture: DayPicture; onDismiss: () => void };

/** A day of a year ago, in one quiet line. It waits behind other questions of the page. */
function YearAgoLine({ dog, picture: { day, photoUrl, photoFocus, line }, onDismiss }: YearAgo) {
  const years = humanYearsText(birthdayReport(dog, day));
  return (
    <aside
      aria-label="A year ago"
      className="flex items-center gap-3 rounded-field border-2 border-line px-3 py-1.5 [aside~&,aside~*_&]:hidden"
    >
      <PageLink href={dogHash(dog.id)} className="flex min-h-11 min-w-0 flex-1 items-center gap-3">
        <DogPhoto
          dog={{ ...dog, photoUrl, photoFocus }}
          isSmall
          className="block size-11 shrink-0 overflow-hidden rounded-full border-2 border-ink"
        />
        <span className="min-w-0 wrap-anywhere">
          <span className="underline underline-offset-4">
            A year ago today, <strong>{dog.name}</strong> was {years} in human years.
          </span>
          {line && <span className="block text-sm text-ink-soft">{line}</span>}
        </span>
      </PageLink>
      <IconButton
        label="Put away"
        onClick={() => {
          focusOrHeading();
          onDismiss();
        }}
      >
        <CrossIcon />
      </IconButton>
    </aside>
  );
}

type PortraitQuestionProps = Questions & { asked: Asked | null; yearAgo?: YearAgo | null };

/**
 * Asks for the photo of the day that is asked for. One that is kept here is shown until it is put away, or its place is left. Where nothing is
 * asked, it shows the day of a year ago, if there is one.
 */
export function PortraitQuestion({ asked, yearAgo = null, ...rest }: PortraitQuestionProps) {
  const [kept, setKept] = useState<Asked | null>(null);
  const shown = kept ?? asked;
  if (!shown) return yearAgo && <YearAgoLine {...yearAgo} />;
  const key = `${shown.dog.id} ${shown.celebration.date}`;
  const answer = { isAnswered: kept !== null, onKept: () => setKept(shown), onDone: () => setKept(null) };
  return <Question key={key} {...shown} {...rest} {...answer} />;
}

const LaterFacePicker = optionalPart(async () => (await import('../../shared/fields/face-picker.tsx')).FacePicker);

type PhotoButtonsProps = {
  upload: ReturnType<typeof usePhotoUpload>;
  hasPhoto: boolean;
  onAdjust: (() => void) | null;
  onRemove: () => void;
};

/** Changing, adjusting and removing the photo of a stamp. */
function PhotoButtons({ upload, hasPhoto, onAdjust, onRemove }: PhotoButtonsProps) {
  // Where three are in a row on a phone, the stamp says of what.
  const ofPhoto = <span className={hasPhoto ? 'max-sm:sr-only' : ''}> Photo</span>;
  return (
    <div className="flex flex-wrap justify-between gap-2 *:px-4! *:only:grow max-sm:*:grow [&>p]:basis-full">
      <PhotoButton upload={upload} variant={hasPhoto || upload.preview ? 'secondary' : 'primary'}>
        <span>{hasPhoto || upload.preview ? 'Change' : 'Add'}</span>
        {ofPhoto}
      </PhotoButton>
      {hasPhoto && upload.stage === 'idle' && (
        <>
          {onAdjust && (
            <Button
              variant="secondary"
              onClick={({ currentTarget }) => {
                // This button goes.
                currentTarget.parentElement?.querySelector('input')?.focus();
                onAdjust();
              }}
            >
              <span>Adjust{ofPhoto}</span>
            </Button>
          )}
          <Button variant="quiet" onClick={onRemove}>
            <span>Remove{ofPhoto}</span>
          </Button>
        </>
      )}
    </div>
  );
}

/** The stamp of a day: its photo, which is chosen, adjusted and removed here, and a line to remember it by. */
export function PortraitDialog({ onClose, ...props }: DayOfDog & { onClose: () => void }) {
  const { ownerId, dog, celebration, day } = props;
  const { look, keep } = useDayPicture(props);
  const [isPicking, setIsPicking] = useState(false);
  const [focus, setFocus] = useState(look.photoFocus);
  const [{ typed, problem }, setTyped] = useState<{ typed?: string | undefined; problem?: string | undefined }>({});
  const check = checkPortraitLine(typed ?? look.line ?? '');
  /** What was typed, where it can be kept. */
  const line = typed !== undefined && check.ok ? check.value.line : look.line;
  const upload = usePhotoUpload(ownerId, async (photoUrl) => {
    onClose();
    await keep({ ...look, line, photoUrl, photoFocus: null });
  });
  function close() {
    upload.giveUp();
    onClose();
  }
  function finish(photoFocus = look.photoFocus) {
    close();
    const next = { ...look, photoFocus, line };
    if (JSON.stringify(next) !== JSON.stringify(look)) void keep(next);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!check.ok) return setTyped({ typed, problem: wordsOf({})(check.problems).line });
    finish(focus);
  }

  const photo = upload.preview ?? look.photoUrl;
  return (
    <Dialog
      title={photo ? `${dog.name}'s Stamp` : `Keep one photo of ${dog.name}?`}
      closeLabel="Close"
      onClose={() => finish()}
    >
      <form className="grid gap-4" noValidate onSubmit={submit}>
        <p className="text-center wrap-anywhere">
          <strong className="block font-display text-title">{occasionOf(celebration)}</strong>
          <span className="text-ink-soft">{formatLongDate(day)}</span>
        </p>
        <PawStamp
          figure={figureOf(celebration)}
          photo={
            <DogPhoto
              dog={{ ...dog, photoFocus: upload.preview ? null : focus }}
              photo={photo}
              alt={`${dog.name} on ${formatLongDate(day)}`}
              isSmall
              className="block"
            />
          }
          isEmpty={!photo}
          className="mx-auto mb-6 size-56"
        />
        <PhotoButtons
          upload={upload}
          hasPhoto={look.photoUrl !== null}
          onAdjust={isPicking ? null : () => setIsPicking(true)}
          onRemove={() => {
            close();
            void keep({ photoUrl: null, photoFocus: null, line: null });
          }}
        />
        {look.photoUrl && upload.stage === 'idle' && (
          <>
            {isPicking && <LaterFacePicker photo={look.photoUrl} name={dog.name} focus={focus} onChange={setFocus} />}
            <TextField
              label="A line to remember"
              isOptional
              value={typed ?? look.line ?? ''}
              problem={problem}
              onValueChange={(text) => setTyped({ typed: text })}
            />
            <Button type="submit">Save</Button>
          </>
        )}
      </form>
    </Dialog>
  );
}
