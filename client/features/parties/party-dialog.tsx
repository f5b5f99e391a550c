import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { parseCalendarDate } from '../../../domain/dates/calendar-date.ts';
import { limits } from '../../../domain/limits.ts';
import {
  checkPartyDraft,
  type PartyDraft,
  type UnusualDay,
  unusualPartyDay,
} from '../../../domain/parties/party-draft.ts';
import { isPartyOver, partyTimeOf, zonePlace } from '../../../domain/parties/party-time.ts';
import { fileNameOf, tidyLine } from '../../../domain/text/text.ts';
import { DrawingFailed } from '../../cards/card-choices.tsx';
import { useCardPicture } from '../../cards/use-card-picture.ts';
import { partyMessages, partyProblemTexts, unusualDayQuestions } from '../../copy/party-messages.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { ZoneField } from '../../shared/fields/zone-field.tsx';
import { invitationAlt, invitationCard } from '../../shared/invitation/invitation-content.ts';
import { localMoment } from '../../shared/party-moments.ts';
import { useToday } from '../../shared/use-today.ts';
import { Button, IconButton, linkClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CrossIcon } from '../../ui/cross-icon.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextBox, TextField } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { PawIcon } from '../../ui/icons.tsx';
import { ProblemSummary } from '../../ui/problem-summary.tsx';
import { ResumedLine, showKept } from '../../ui/resumed-line.tsx';
import { showError } from '../../ui/toaster.tsx';
import { useForm } from '../../ui/use-form.ts';
import { type PartyRequest, type Telling, usePartyDraft, useSaveParty } from './party-drafts.ts';

type TimePart = Pick<ComponentProps<typeof TextField>, 'value' | 'problem' | 'onValueChange' | 'name'>;

/**
 * The times at which a party begins and ends, folded until they are wanted. Uses the zone of the device. Offers a choice
 * only on request, or if the device does not know its zone.
 */
function TimeField({ start, end, zone }: { start: TimePart; end: TimePart; zone: ComponentProps<typeof ZoneField> }) {
  const [isOpen, setIsOpen] = useState(start.value !== '');
  const [isChoosingZone, setIsChoosingZone] = useState(zone.value === '');
  const place = useRef<HTMLDivElement>(null);
  const isPastMidnight = Boolean(start.value && end.value && end.value < start.value);

  // The pressed button disappears, and the focus with it.
  function focusSoon(selector: string) {
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>(selector)?.focus());
  }

  function toggle(next: boolean) {
    setIsOpen(next);
    if (!next) {
      start.onValueChange('');
      end.onValueChange('');
    }
    focusSoon(next ? 'input' : 'button');
  }

  function chooseZone() {
    setIsChoosingZone(true);
    focusSoon('select');
  }

  return (
    <div ref={place} className="-mt-2 grid justify-items-start gap-3">
      {isOpen ? (
        <>
          <div className="flex w-full items-end gap-2">
            <div className="grid grow gap-x-3 gap-y-2 min-[26rem]:grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))]">
              <TextField type="time" label="Time" {...start} isOptional />
              <TextField type="time" label="Until" {...end} isOptional hint={isPastMidnight && 'On the day after.'} />
            </div>
            <IconButton
              label="Remove the time"
              className="mb-0.5 min-[26rem]:mt-8 min-[26rem]:self-start"
              onClick={() => toggle(false)}
            >
              <CrossIcon />
            </IconButton>
          </div>
          {isChoosingZone ? (
            <div className="w-full">
              <ZoneField {...zone} />
            </div>
          ) : (
            <p className="text-sm text-ink-soft">
              Time zone: {zonePlace(zone.value)}.{' '}
              <button type="button" className={classNames(linkClasses, '-mx-1 -my-3')} onClick={chooseZone}>
                Change Time Zone
              </button>
            </p>
          )}
        </>
      ) : (
        <Button variant="quiet" className="-ms-2 -mb-3" onClick={() => toggle(true)}>
          Add a Time
        </Button>
      )}
    </div>
  );
}

/** The invitation as it is typed: beside the form where there is room, on a phone small beside the first fields. */
function InvitationPreview({ dog, draft }: { dog: Dog; draft: PartyDraft }) {
  const invitation = {
    title: tidyLine(draft.title),
    celebrationDate: parseCalendarDate(draft.celebrationDate),
    time: partyTimeOf(draft.time, draft.timeZone, draft.endTime),
    location: tidyLine(draft.location) || null,
  };
  const today = useToday();
  const isPast = invitation.celebrationDate !== null && invitation.celebrationDate < today;
  const card = useCardPicture({
    content: invitationCard(dog, invitation, isPast),
    photo: dog.photoUrl,
    focus: dog.photoFocus,
    fileName: fileNameOf(`${dog.name} invitation`, 'png'),
    onFailure: (reason) => showError(reason ?? partyMessages.imageFailed),
  });
  const { drawing, hasFailed } = card;
  return (
    <div
      className={`relative grid place-items-center self-start overflow-hidden rounded-field border-2 border-line bg-paper md:absolute md:end-0 md:top-0 md:aspect-4/5 md:w-80 ${hasFailed ? 'aspect-5/2 w-full' : 'aspect-4/5 w-[min(7rem,31%)]'}`}
    >
      {drawing && (
        <img
          src={drawing.url}
          alt={invitationAlt(dog.name, invitation, isPast)}
          className="absolute inset-0 size-full"
        />
      )}
      {!drawing && !hasFailed && <PawIcon className="size-12 animate-wag text-ink-soft" />}
      {hasFailed && <DrawingFailed onRetry={card.retry} className="p-4" />}
    </div>
  );
}

/** Asks about an unusual day, beside its field. The answer takes the focus, so that screen readers read the question. */
function DayQuestion({ question, onYes }: { question: { about: UnusualDay }; onYes: () => void }) {
  const id = useId();
  const answer = useRef<HTMLButtonElement>(null);
  // Every question is a new object, so asking again moves the focus again.
  useEffect(() => question && answer.current?.focus(), [question]);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-field bg-apricot-wash px-4 py-2.5">
      <p id={id} className="font-bold">
        {unusualDayQuestions[question.about]}
      </p>
      <Button ref={answer} variant="secondary" aria-describedby={id} onClick={onYes}>
        Yes, That Day
      </Button>
    </div>
  );
}

const fieldLabels = {
  title: 'Title',
  celebrationDate: 'Celebration Date',
  time: 'Time',
  endTime: 'Until',
  timeZone: 'Time zone',
  location: 'Location',
  description: 'Description',
} as const;

type PartyDialogProps = {
  ownerId: string;
  request: PartyRequest;
  tellingOf: Telling;
  descriptionHint: ReactNode;
  onPlanned: (party: Party) => void;
  onReopen: () => void;
  onRemove: (party: Party) => void;
  onClose: () => void;
};

/** The form of a party, and its question about an unusual day. Saves what passes both. */
function usePartyForm({ ownerId, request, tellingOf, onPlanned, onClose }: PartyDialogProps) {
  const { dog, party } = request;
  const today = useToday();
  const { draft, ...drafting } = usePartyDraft(ownerId, request, today);
  const [question, setQuestion] = useState<{ about: UnusualDay } | null>(null);
  const confirmedDay = useRef<string>(undefined);
  const save = useSaveParty(ownerId, dog, drafting.seen, tellingOf, (saved, state) => {
    drafting.end();
    onClose();
    if (!party && state !== 'undecided') onPlanned(saved);
  });
  const state = {
    values: draft,
    change: (part: Partial<PartyDraft>) => {
      drafting.change(part);
      if ('celebrationDate' in part) setQuestion(null);
    },
  };
  const form = useForm<PartyDraft>(state, async () => {
    const kept = party?.celebrationDate ?? null;
    const result = checkPartyDraft(draft, kept);
    if (!result.ok) return partyProblemTexts(result.problems);
    const day = result.value.celebrationDate;
    // Keeping a party's day needs no question.
    const about = day === kept || day === confirmedDay.current ? null : unusualPartyDay(day, today);
    if (about) setQuestion({ about });
    else await save(result.value);
  });
  return {
    draft,
    drafting,
    form,
    question,
    confirmDay() {
      confirmedDay.current = draft.celebrationDate;
      form.props.ref.current?.requestSubmit();
    },
    startOver() {
      drafting.startOver();
      form.refuse();
      setQuestion(null);
    },
  };
}

export function PartyDialog(props: PartyDialogProps) {
  const { dog, party } = props.request;
  const { draft, drafting, form, question, confirmDay, startOver } = usePartyForm(props);

  function close() {
    const isKept = drafting.leave();
    props.onClose();
    if (isKept) showKept(partyMessages.partyFormKept(dog.name), props.onReopen);
  }

  return (
    <Dialog isWide isForm title={party ? 'Edit Birthday Celebration' : 'Plan Birthday Celebration'} onClose={close}>
      <form {...form.props}>
        <div className="relative grid min-w-0 content-start gap-5 pb-6 md:min-h-106 md:pe-88">
          {drafting.isResumed && <ResumedLine onPress={startOver} />}
          <ProblemSummary problems={form.problems} labels={fieldLabels} />
          <div className="flex flex-wrap gap-x-4 gap-y-5">
            <InvitationPreview dog={dog} draft={draft} />
            <div className="grid min-w-0 flex-1 basis-[10rem] gap-5">
              {/* A box, because the field of one line would cut a long title on a phone. */}
              <TextBox
                label="Title"
                {...form.field('title')}
                autoComplete="off"
                rows={1}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return;
                  event.preventDefault();
                  event.currentTarget.form?.requestSubmit();
                }}
              />
              <TextField
                type="date"
                label="Celebration Date"
                {...form.field('celebrationDate')}
                max={`${limits.latestPartyYear}-12-31`}
              />
            </div>
          </div>
          {question && <DayQuestion question={question} onYes={confirmDay} />}
          <TimeField
            key={String(drafting.isResumed)}
            start={form.field('time')}
            end={form.field('endTime')}
            zone={form.field('timeZone')}
          />
          <TextField label="Location" {...form.field('location')} isOptional autoComplete="off" />
          <TextBox
            label="Description"
            {...form.field('description')}
            hint={props.descriptionHint}
            isOptional
            rows={2}
          />
          {party && isPartyOver(party, localMoment()) && (
            <Button
              variant="danger"
              className="justify-self-start"
              onClick={() => {
                drafting.end();
                props.onClose();
                props.onRemove(party);
              }}
            >
              Remove From Memories
            </Button>
          )}
        </div>
        <FormActions
          cancelText={party ? 'Cancel' : 'Not Now'}
          onCancel={close}
          isBusy={form.isBusy}
          disabled={draft.title.trim() === '' || draft.celebrationDate === ''}
        >
          {party ? 'Save Changes' : 'Plan Celebration'}
        </FormActions>
      </form>
    </Dialog>
  );
}
