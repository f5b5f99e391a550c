import { type FormEvent, type MouseEvent, startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import {
  type CalculatorDraft,
  type CalculatorInput,
  checkCalculatorDraft,
} from '../../../domain/dogs/calculator-draft.ts';
import { isBirthPrecision } from '../../../domain/dogs/life.ts';
import { defaultSize, isDogSize } from '../../../domain/dogs/size.ts';
import { messages } from '../../copy/messages.ts';
import { dogProblemTexts } from '../../copy/problems.ts';
import { keepCalculatedDog } from '../../data/drafts/calculated-dog.ts';
import { keepTyped, typedBefore } from '../../data/drafts/typed-calculation.ts';
import { BirthDateField } from '../../shared/fields/birth-date-field.tsx';
import { SizeDogs } from '../../shared/fields/size-field.tsx';
import { unknownToday, useToday } from '../../shared/use-today.ts';
import { Button } from '../../ui/button.tsx';
import { Confetti } from '../../ui/confetti.tsx';
import { TextField } from '../../ui/field.tsx';
import { CakeIcon } from '../../ui/icons.tsx';
import { loadedPart } from '../../ui/loaded.tsx';
import { dismissToasts, showErrorAtForm, showSuccess, Toaster } from '../../ui/toaster.tsx';

/** The report and everything behind it, which the page does not need before. */
type ReportCode = typeof import('./report.tsx');

/** Loads the report's code. If that fails, the next call tries again. */
function loadReport(): Promise<ReportCode> {
  return import('./report.tsx');
}

/** Reads a stored draft, which another version of this page may have written. */
function draftOf(stored: unknown): CalculatorDraft {
  const { name, birthDate, size, birthPrecision } = Object(stored) as Record<string, unknown>;
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    ...{ name: textOf(name), birthDate: textOf(birthDate), size: isDogSize(size) ? size : defaultSize },
    ...(isBirthPrecision(birthPrecision) && birthPrecision !== 'day' && { birthPrecision }),
  };
}

/** Few visitors pick an age, so its code is a separate file. */
const AgeField = loadedPart(async () => (await import('./age-field.tsx')).AgeField);

/** `count` is 0 for a report that is restored after going back. `isRevealing` is true while the film plays that ends in the number. */
type Calculation = { dog: CalculatorInput; count: number; isRevealing: boolean; code: ReportCode };

/** What is typed, also after going back to the page. `onBack` is called with the report that was there then. */
function useKeptDraft(today: CalendarDate, onBack: (calculation: Calculation) => void) {
  const [draft, setDraft] = useState<CalculatorDraft>({ name: '', birthDate: '', size: defaultSize });

  // The prerendered page has empty fields, so kept values are restored after hydration.
  const restore = useEffectEvent(() => {
    const typed = typedBefore();
    if (!typed) return;
    setDraft(draftOf(typed));
    const reported = checkCalculatorDraft(draftOf(typed.reported), today);
    if (!reported.ok) return;
    // If the code cannot be loaded, only the fields are restored.
    loadReport().then(
      (code) => onBack({ dog: reported.value, count: 0, isRevealing: false, code }),
      () => undefined,
    );
  });
  const isDayKnown = today !== unknownToday;
  useEffect(() => {
    if (isDayKnown) restore();
  }, [isDayKnown]);

  function change(part: Partial<CalculatorDraft>) {
    // Before the next render, several fields may report what was typed before hydration.
    setDraft((known) => ({ ...known, ...part }));
    // Merges, because the browser may fill in fields before the kept values are read.
    keepTyped({ ...typedBefore(), ...part });
  }

  return [draft, change] as const;
}

type BirthFieldProps = {
  value: CalculatorDraft;
  today: CalendarDate;
  problem: string | undefined;
  onValueChange: (part: Partial<CalculatorDraft>) => void;
};

function BirthField({ value: { birthDate, birthPrecision }, today, problem, onValueChange }: BirthFieldProps) {
  /** The birthday that was there before an age was picked. */
  const typedDay = useRef('');
  const isAge = birthPrecision !== undefined;

  function switchOver({ currentTarget: { parentElement } }: MouseEvent<HTMLElement>) {
    if (isAge) {
      onValueChange({ birthDate: typedDay.current, birthPrecision: undefined });
      setTimeout(() => parentElement?.querySelector('input')?.focus());
    } else {
      typedDay.current = birthDate;
      onValueChange({ birthDate: '', birthPrecision: 'guess' });
    }
  }

  return (
    <div className="relative @container">
      {isAge ? (
        <AgeField
          birthDate={birthDate}
          today={today}
          onPick={(birthDate) => onValueChange({ birthDate, birthPrecision: 'guess' })}
        />
      ) : (
        <BirthDateField
          value={birthDate}
          today={today}
          problem={problem}
          onValueChange={(birthDate) => onValueChange({ birthDate })}
        />
      )}
      <button
        type="button"
        className="-mb-3 block min-h-11 text-sm underline underline-offset-4 @min-[18rem]:absolute @min-[18rem]:end-0 @min-[18rem]:-top-2.5"
        onClick={switchOver}
      >
        {isAge ? 'I know the day' : 'Not sure? Pick an age instead'}
      </button>
    </div>
  );
}

type CalculatorFormProps = {
  today: CalendarDate;
  /** Whether there is no report yet. Once there is one, what to press is there. */
  isNew: boolean;
  /** Called after going back to the page, with the report that was there. */
  onBack: (calculation: Calculation) => void;
  /** Called for each press; with null where the form says what is wrong with it. */
  onSubmit: (dog: CalculatorInput | null) => void;
};

function CalculatorForm({ today, isNew, onBack, onSubmit }: CalculatorFormProps) {
  const [draft, keep] = useKeptDraft(today, onBack);
  const [problems, setProblems] = useState<{ name?: string; birthDate?: string }>({});

  function change(part: Partial<CalculatorDraft>) {
    keep(part);
    setProblems((known) => Object.fromEntries(Object.entries(known).filter(([field]) => !(field in part))));
  }

  function check(form: HTMLFormElement): CalculatorInput | null {
    const result = checkCalculatorDraft(draft, today);
    dismissToasts();
    setProblems(result.ok ? {} : dogProblemTexts(result.problems));
    if (result.ok) return result.value;
    const { name, birthDate } = result.problems;
    if (name === 'missing' || birthDate === 'missing') showErrorAtForm(messages.missingInfo);
    keepTyped({ ...typedBefore(), ...draft, reported: undefined });
    form.querySelector<HTMLInputElement>(`[name=${name ? 'name' : 'birthDate'}]`)?.focus();
    return null;
  }

  function calculate(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    // Only notes the press. The work waits until the browser has responded to it.
    setTimeout(() => onSubmit(check(form)));
  }

  return (
    <>
      {/* Above the fields, because the first invalid one gets the focus. */}
      <Toaster place="form" />
      <form
        onSubmit={calculate}
        // Loads ahead what a visitor in the form is about to want. If this fails, the report's own load says so.
        onFocus={() => void loadReport().catch(() => undefined)}
        noValidate
        className="grid grid-cols-1 gap-3.5 sm:max-lg:grid-cols-2"
      >
        <TextField
          label="Dog's Name"
          name="name"
          autoComplete="off"
          value={draft.name}
          problem={problems.name}
          onValueChange={(name) => change({ name })}
        />
        <BirthField value={draft} today={today} problem={problems.birthDate} onValueChange={change} />
        <SizeDogs value={draft.size} onValueChange={(size) => change({ size })} />
        <div className="col-span-full text-center">
          <Button type="submit" size="large" variant={isNew ? 'primary' : 'secondary'} className="w-full">
            <CakeIcon />
            Calculate Birthday!
          </Button>
          <p className="mt-3 text-sm text-ink-soft">Loved by thousands of dog parents, backed by veterinary science.</p>
        </div>
      </form>
    </>
  );
}

export function Calculator({ id }: { id: string }) {
  const today = useToday();
  const card = useRef<HTMLElement>(null);
  const [calculation, setCalculation] = useState<Calculation | null>(null);
  // The rounds of confetti: each ends a film of the report, and replaces one that is still falling.
  const [round, setRound] = useState(0);
  const [endedRound, setEndedRound] = useState(0);
  const presses = useRef(0);
  const celebrate = () => setRound((last) => last + 1);
  const endConfetti = () => setEndedRound(round);

  function announce(dog: CalculatorInput, { resultMessage }: ReportCode) {
    startTransition(celebrate);
    showSuccess(resultMessage({ dog, today }));
  }

  async function present(dog: CalculatorInput | null) {
    presses.current += 1;
    const count = presses.current;
    if (!dog) {
      setCalculation(null);
      return endConfetti();
    }
    // After the next frame, so that a slow phone shows the pressed button before the work begins.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    keepCalculatedDog(dog);
    keepTyped({ ...typedBefore(), ...dog, reported: dog });
    try {
      const code = await loadReport();
      // If the button was pressed again meanwhile, only the newer input counts.
      if (count !== presses.current) return;
      const isRevealing = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      // A transition renders in slices, so that the page keeps responding.
      startTransition(() => setCalculation({ dog, count, isRevealing, code }));
      if (!isRevealing) announce(dog, code);
    } catch {
      showErrorAtForm(messages.couldNotLoadReport);
    }
  }

  function endReveal() {
    if (!calculation?.isRevealing) return;
    setCalculation({ ...calculation, isRevealing: false });
    announce(calculation.dog, calculation.code);
  }

  function returnTo() {
    if (calculation) setCalculation({ ...calculation, count: 0, isRevealing: false });
    card.current?.scrollIntoView({ behavior: 'instant' });
    card.current?.querySelector('h2')?.focus({ preventScroll: true });
  }

  return (
    <>
      <section
        ref={card}
        id={id}
        aria-labelledby={`${id}-title`}
        className="lg:col-start-3 lg:row-span-2 lg:row-start-1 lg:ps-6"
      >
        <div className="rounded-card bg-card p-4 shadow-card sm:p-8">
          <h2 id={`${id}-title`} tabIndex={-1} className="mb-2 max-sm:text-title">
            How old is your dog, really?
          </h2>
          <CalculatorForm
            today={today}
            isNew={!calculation}
            onBack={(former) => setCalculation((newer) => newer ?? former)}
            onSubmit={present}
          />
        </div>
      </section>
      {/* Rendered again when the day changes. Hidden if the clock is set back to before the birthday. */}
      {calculation && calculation.dog.birthDate <= today && (
        <calculation.code.Report
          key={`report ${calculation.count}`}
          {...calculation}
          today={today}
          isNew={calculation.count > 0}
          isShort={round > 0}
          onRevealed={endReveal}
          onBack={returnTo}
          onCelebrate={celebrate}
        />
      )}
      {round > endedRound && <Confetti key={round} onEnd={endConfetti} />}
    </>
  );
}
