import { type ComponentProps, type RefObject, useCallback, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  type CalendarDate,
  formatMonth,
  formatMonthDay,
  parseCalendarDate,
} from '../../../domain/dates/calendar-date.ts';
import { breeds, usualSizeOf } from '../../../domain/dogs/breeds.ts';
import { checkDogDraft, type DogDraft } from '../../../domain/dogs/dog-draft.ts';
import { isAbout } from '../../../domain/dogs/life.ts';
import type { LinkedDog } from '../../../domain/dogs/linked-dog.ts';
import { type DogSize, defaultSize, sizeTraits } from '../../../domain/dogs/size.ts';
import { birthDateProblem } from '../../../domain/text/checks.ts';
import { packMessages } from '../../copy/pack-messages.ts';
import { dogProblemTexts } from '../../copy/problems.ts';
import { currentPhotoUrl } from '../../data/photos/photo-address.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { BirthDateField } from '../../shared/fields/birth-date-field.tsx';
import { SizeDogs } from '../../shared/fields/size-field.tsx';
import { discardPhotos, usePhotoUpload } from '../../shared/photos/photo-upload.ts';
import { linkClasses } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Summary } from '../../ui/disclosure.tsx';
import { TextBox, TextField } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { loadedPart, NotLoaded } from '../../ui/loaded.tsx';
import { ProblemSummary } from '../../ui/problem-summary.tsx';
import { ResumedLine, showKept } from '../../ui/resumed-line.tsx';
import { showSuccessInDialog } from '../../ui/toaster.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useDogDraft, useSaveDog } from './dog-drafts.ts';
import type { MoreAboutFields } from './more-about-fields.tsx';
import { PhotoField } from './photo-field.tsx';

/** The birthday. One that was only chosen for celebrating is told in words, so that it does not pass for the day of birth. */
function BirthdayField({
  precision,
  ...field
}: { precision: DogDraft['birthPrecision'] } & ComponentProps<typeof BirthDateField>) {
  // How sure the birthday was when the owner last changed the day itself.
  const [changedAs, setChangedAs] = useState<DogDraft['birthPrecision']>('day');
  const day = parseCalendarDate(field.value);
  if (precision === 'day' || precision === changedAs || !day || birthDateProblem(day, field.today)) {
    const change = (date: string) => {
      setChangedAs(precision);
      field.onValueChange(date);
    };
    return <BirthDateField {...field} onValueChange={change} />;
  }
  return (
    <div className="grid content-start gap-1.5">
      <p className="font-bold">Birthday</p>
      <div className="flex min-h-12 items-center justify-between gap-3">
        <p>
          <span>{precision === 'month' ? `${formatMonth(day)} ` : precision === 'guess' && 'Around '}</span>
          {day.slice(0, 4)}. <span className="inline-block">We celebrate {formatMonthDay(day)}.</span>
        </p>
        <button
          type="button"
          aria-label="Change the birthday"
          className={linkClasses}
          onClick={({ currentTarget: { form } }) => {
            flushSync(() => setChangedAs(precision));
            form?.querySelector<HTMLElement>('[name=birthDate]')?.focus();
          }}
        >
          Change
        </button>
      </div>
    </div>
  );
}

/** The usual size of the breed. `isTaken` says that it was set; otherwise it is offered. */
type SizeProposal = { size: DogSize; isTaken: boolean };

/** Lets the breed propose the size, which follows it until the owner chooses one. After that, and for a known dog, it is only offered. */
function useBreedSize(draft: DogDraft, isKnownDog: boolean, change: (part: Partial<DogDraft>) => void) {
  // A draft with a name or another size was begun earlier, so its owner has seen the size.
  const [isChosen, setIsChosen] = useState(isKnownDog || draft.name !== '' || draft.size !== defaultSize);
  const [isTaken, setIsTaken] = useState(false);
  const usual = usualSizeOf(draft.breed);

  function chooseBreed(breed: string) {
    const size = usualSizeOf(breed);
    const follows = size !== null && !isChosen;
    setIsTaken(follows);
    change(follows ? { breed, size } : { breed });
  }

  function chooseSize(size: DogSize) {
    setIsChosen(true);
    setIsTaken(false);
    change({ size });
  }

  /** The form goes on with another draft, whose size was seen by its owner or not. */
  function begin(wasSeen: boolean) {
    setIsChosen(wasSeen);
    setIsTaken(false);
  }

  const proposal: SizeProposal | null =
    usual && (isTaken || usual !== draft.size) ? { size: usual, isTaken: isTaken && usual === draft.size } : null;
  return { begin, chooseBreed, chooseSize, proposal };
}

function Proposal({ proposal, onTake }: { proposal: SizeProposal; onTake: () => void }) {
  const size = sizeTraits[proposal.size].label;
  if (proposal.isTaken) return `Usually ${size.toLowerCase()}, so we set the size. Change it as you like.`;
  return (
    <>
      Usually {size.toLowerCase()}.{' '}
      <button type="button" className={linkClasses} onClick={onTake}>
        Set the size to {size}
      </button>
    </>
  );
}

type BreedFieldProps = { proposal: SizeProposal | null; onTakeProposal: () => void } & Omit<
  ComponentProps<typeof TextField>,
  'label'
>;

function BreedField({ proposal, onTakeProposal, ...field }: BreedFieldProps) {
  const listId = useId();
  return (
    <div className="col-span-full">
      <TextField label="Breed" {...field} isOptional autoComplete="off" list={listId} />
      <datalist id={listId}>
        {breeds.map((breed) => (
          <option key={breed} value={breed} />
        ))}
      </datalist>
      <p role="status" className="mt-1.5 text-sm text-ink-soft empty:mt-0 has-[button]:-mt-1.5 has-[button]:-mb-3">
        {proposal && <Proposal proposal={proposal} onTake={onTakeProposal} />}
      </p>
    </div>
  );
}

const LoadedFields = loadedPart(
  async () => (await import('./more-about-fields.tsx')).MoreAboutFields,
  <p role="status">Loading...</p>,
  (retry) => (
    <NotLoaded text="These fields did not arrive. Please check your network." onRetry={retry} className="pb-3" />
  ),
);

type MoreAboutProps = { ref: RefObject<HTMLDetailsElement | null> } & ComponentProps<typeof MoreAboutFields>;

/** Folds away what few owners have to say about a dog. Open from the start if any of it is filled in. */
function MoreAbout({ ref, draft, ...rest }: MoreAboutProps) {
  const [isToldFirst] = useState(isAbout(draft) || draft.gotchaDate !== '' || draft.diedOn !== '');
  // Once opened, the fields stay rendered, so that a problem in them can get the focus.
  const [wasOpened, setWasOpened] = useState(isToldFirst);
  const opened = useCallback(() => setWasOpened(true), []);
  const name = draft.name.trim();
  return (
    <details ref={ref} open={isToldFirst} onToggle={opened} className="group border-t-2 border-line">
      <Summary>
        <span>
          <span className="wrap-anywhere">{`More about ${name || 'your dog'}`}</span>
          <span className="block font-sans text-sm font-normal text-ink-soft group-open:hidden">
            Not sure of the date? Gotcha day?
          </span>
        </span>
      </Summary>
      {wasOpened && <LoadedFields draft={draft} {...rest} />}
    </details>
  );
}

const fieldLabels = {
  name: 'Name',
  birthDate: 'Birthday',
  breed: 'Breed',
  notes: 'Notes',
  gotchaDate: 'Gotcha day',
  diedOn: 'In memory since',
} as const;

type DogFormProps = {
  ownerId: string;
  dog: Dog | null;
  linked?: LinkedDog | null;
  today: CalendarDate;
  onSaved?: (dog: Dog) => void;
  /** Reopens the form after it was closed with something in it. */
  onReopen: () => void;
  onClose: () => void;
};

function useDogForm({ ownerId, dog, linked = null, today, onSaved, onReopen, onClose }: DogFormProps) {
  const more = useRef<HTMLDetailsElement>(null);
  const { draft, ...drafting } = useDogDraft(ownerId, dog, linked);
  const photo = usePhotoUpload(ownerId, (photoUrl, news) => {
    drafting.addUpload(photoUrl);
    showSuccessInDialog(news);
  });
  const save = useSaveDog(ownerId, drafting.seen, (saved) => {
    const photos = [...drafting.end(), ...(dog?.photoUrl ? [dog.photoUrl] : [])];
    discardPhotos(photos.filter((url) => currentPhotoUrl(url) !== saved.photoUrl));
    onClose();
    onSaved?.(saved);
  });

  const form = useForm({ values: draft, change: drafting.change }, async () => {
    const result = checkDogDraft(draft, today, dog?.birthDate ?? null);
    if (!result.ok) {
      // A problem in a closed fold could neither be seen nor get the focus.
      if ((result.problems.gotchaDate || result.problems.diedOn) && more.current) more.current.open = true;
      return dogProblemTexts(result.problems);
    }
    await save(result.value);
  });
  const breedSize = useBreedSize(draft, dog !== null || linked?.size !== undefined, form.change);

  /** Keeps what was typed. A photo that is still being uploaded is dropped. */
  function close() {
    photo.giveUp();
    const isKept = drafting.leave();
    if (!isKept) discardPhotos(drafting.end());
    onClose();
    if (!isKept) return;
    showKept(packMessages.dogFormKept(draft.name.trim(), photo.stage !== 'idle'), () => {
      drafting.reopen();
      onReopen();
    });
  }

  function startOver() {
    photo.clear();
    discardPhotos(drafting.startOver());
    breedSize.begin(dog !== null);
    form.refuse();
  }

  function takeUpEarlier() {
    drafting.takeUpEarlier();
    breedSize.begin(true);
  }

  return { more, draft, drafting, photo, form, breedSize, close, startOver, takeUpEarlier };
}

/** The form for a new dog, or for the profile of `dog`. If saving fails, it stays open with everything that was typed. */
export function DogForm(props: DogFormProps) {
  const { dog, today } = props;
  const { more, draft, drafting, photo, form, breedSize, close, startOver, takeUpEarlier } = useDogForm(props);
  const missing = [draft.name.trim() === '' && 'name', draft.birthDate === '' && 'birthday'].filter(Boolean);
  return (
    <Dialog isForm title={dog ? `Edit ${dog.name}'s Profile` : 'Add New Dog'} onClose={close}>
      <form {...form.props} className="grid grid-cols-1 gap-5">
        {drafting.isResumed && <ResumedLine onPress={startOver} />}
        {drafting.earlierName !== undefined && (
          <ResumedLine
            text={`You had begun with ${drafting.earlierName || 'another dog'}.`}
            label="Pick Up There"
            onPress={takeUpEarlier}
          />
        )}
        <ProblemSummary problems={form.problems} labels={fieldLabels} />
        <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
          <TextField label="Name" {...form.field('name')} autoComplete="off" />
          <BirthdayField {...form.field('birthDate')} precision={draft.birthPrecision} today={today} />
          <PhotoField
            photo={photo.preview ?? draft.photoUrl}
            dog={draft}
            onFocus={(photoFocus) => form.change({ photoFocus })}
            upload={photo}
            onRemove={() => {
              photo.clear();
              form.change({ photoUrl: null, photoFocus: null });
            }}
          />
          <BreedField
            {...form.field('breed')}
            proposal={breedSize.proposal}
            onValueChange={breedSize.chooseBreed}
            onTakeProposal={() => breedSize.proposal && breedSize.chooseSize(breedSize.proposal.size)}
          />
          <SizeDogs value={draft.size} onValueChange={breedSize.chooseSize} />
        </div>
        <TextBox label="Notes" {...form.field('notes')} isOptional rows={3} />
        <MoreAbout
          key={String(drafting.isResumed)}
          ref={more}
          draft={draft}
          today={today}
          gotchaDay={form.field('gotchaDate')}
          lastDay={form.field('diedOn')}
          change={form.change}
        />
        <FormActions
          onCancel={close}
          isBusy={form.isBusy}
          disabled={photo.stage !== 'idle' || missing.length > 0}
          note={missing.length > 0 && <p className="w-full text-end text-sm">Still missing: {missing.join(' and ')}</p>}
        >
          {dog ? 'Save Changes' : 'Add Dog'}
        </FormActions>
      </form>
    </Dialog>
  );
}
