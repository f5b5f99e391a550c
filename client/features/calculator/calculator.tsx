import { type FormEvent, startTransition, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
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
  const { name, birthDate, size, birthPrecision } = stored instanceof Object ? (stored as Record<string, unknown>) : {};
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    ...{ name: textOf(name), birthDate: textOf(birthDate), size: isDogSize(size) ? size : defaultSize },
    ...(isBirthPrecision(birthPrecision) && birthPrecision !== 'day' && { birthPrecision }),
  };
}

/** Few visitors pick an age, so its code is a separate file. */
const AgeField = loadedPart(async () => (await import('./age-field.tsx')).AgeField);

/** The confetti. A new round replaces one that is still falling. */
const noConfetti = { isOn: false, round: 0 };

/**
 * `count` is 0 for a report that is restored after going back to the page. `isRevealing` is true while the film plays that ends in the
 * number.
 */
type Calculation = { dog: CalculatorInput; count: number; isRevealing: boolean; code: ReportCode };

/** Calculates a dog's birthday from name, birthday and size, and celebrates the result. */
export function Calculator({ id }: { id: string }) {
  const today = useToday();
  const headingId = useId();
  const card = useRef<HTMLElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<CalculatorDraft>({ name: '', birthDate: '', size: defaultSize });
  const [problems, setProblems] = useState<{ name?: string; birthDate?: string }>({});
  const [calculation, setCalculation] = useState<Calculation | null>(null);
  const [confetti, setConfetti] = useState(noConfetti);
  const presses = useRef(0);
  /** The birthday that was there before an age was picked. */
  const typedDay = useRef('');

  // The prerendered page has empty fields, so kept values are restored after hydration.
  const restore = useEffectEvent(() => {
    const typed = typedBefore();
    if (!typed) return;
    setDraft(draftOf(typed));
    const reported = checkCalculatorDraft(draftOf(typed.reported), today);
    if (!reported.ok) return;
    // If the code cannot be loaded, only the fields are restored.
    loadReport().then(
      (code) => setCalculation((newer) => newer ?? { dog: reported.value, count: 0, isRevealing: false, code }),
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
    if (Object.keys(problems).length > 0) {
      setProblems(Object.fromEntries(Object.entries(problems).filter(([field]) => !(field in part))));
    }
  }

  function calculate(event: FormEvent) {
    event.preventDefault();
    presses.current += 1;
    const noted = presses.current;
    // Only notes the press. The work waits until the browser has responded to it.
    setTimeout(() => noted === presses.current && check());
  }

  function check() {
    const result = checkCalculatorDraft(draft, today);
    dismissToasts();
    if (!result.ok) {
      const { name, birthDate } = result.problems;
      if (name === 'missing' || birthDate === 'missing') showErrorAtForm(messages.missingInfo);
      setProblems(dogProblemTexts(result.problems));
      keepTyped({ ...typedBefore(), ...draft, reported: undefined });
      setCalculation(null);
      setConfetti({ ...confetti, isOn: false });
      form.current?.querySelector<HTMLInputElement>(`[name=${name ? 'name' : 'birthDate'}]`)?.focus();
      return;
    }
    if (Object.keys(problems).length > 0) setProblems({});
    const press = presses.current;
    const presentNewest = () => {
      // If the button was pressed again meanwhile, only the newer input counts.
      if (press === presses.current) void present(result.value, press);
    };
    // After the next frame, so that a slow phone shows the pressed button before the work begins.
    requestAnimationFrame(() => setTimeout(presentNewest));
  }

  async function present(dog: CalculatorInput, count: number) {
    keepCalculatedDog(dog);
    keepTyped({ ...typedBefore(), ...dog, reported: dog });
    try {
      const code = await loadReport();
      if (count !== presses.current) return;
      const isRevealing = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      // A transition renders in slices, so that the page keeps responding.
      startTransition(() => setCalculation({ dog, count, isRevealing, code }));
      if (!isRevealing) announce(dog, code);
    } catch {
      showErrorAtForm(messages.couldNotLoadReport);
    }
  }

  /** Announces the result, once, when it is visible. */
  function announce(dog: CalculatorInput, { resultMessage }: ReportCode) {
    startTransition(celebrate);
    showSuccess(resultMessage({ dog, today }));
  }

  function endReveal() {
    if (!calculation?.isRevealing) return;
    setCalculation({ ...calculation, isRevealing: false });
    announce(calculation.dog, calculation.code);
  }

  const isAge = draft.birthPrecision !== undefined;

  function switchToAge() {
    typedDay.current = draft.birthDate;
    change({ birthDate: '', birthPrecision: 'guess' });
  }

  function switchToDay() {
    change({ birthDate: typedDay.current, birthPrecision: undefined });
    setTimeout(() => form.current?.querySelector<HTMLElement>('[name=birthDate]')?.focus());
  }

  function returnTo() {
    if (calculation) setCalculation({ ...calculation, count: 0, isRevealing: false });
    card.current?.scrollIntoView({ behavior: 'instant' });
    card.current?.querySelector('h2')?.focus({ preventScroll: true });
  }

  function celebrate() {
    setConfetti(({ round }) => ({ isOn: true, round: round + 1 }));
  }

  return (
    <>
      <section
        ref={card}
        id={id}
        aria-labelledby={headingId}
        className="sm:max-lg:col-span-2 lg:col-start-3 lg:row-span-2 lg:row-start-1 lg:ps-6"
      >
        <div className="rounded-card bg-card p-4 shadow-card sm:p-8">
          <h2 id={headingId} tabIndex={-1} className="mb-3 max-sm:text-title">
            How old is your dog, really?
          </h2>
          {/* Above the fields, because the first invalid one gets the focus. */}
          <Toaster place="form" />
          <form
            ref={form}
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
            <div>
              {isAge ? (
                <AgeField
                  birthDate={draft.birthDate}
                  today={today}
                  onPick={(birthDate) => change({ birthDate, birthPrecision: 'guess' })}
                />
              ) : (
                <BirthDateField
                  value={draft.birthDate}
                  today={today}
                  problem={problems.birthDate}
                  onValueChange={(birthDate) => change({ birthDate })}
                />
              )}
              <button
                type="button"
                className="-mb-3 block min-h-11 text-sm underline underline-offset-4"
                onClick={isAge ? switchToDay : switchToAge}
              >
                {isAge ? 'I know the day' : 'Not sure? Pick an age instead'}
              </button>
            </div>
            <SizeDogs value={draft.size} onValueChange={(size) => change({ size })} />
            <div className="col-span-full text-center">
              {/* Once there is a report, what to press is there. */}
              <Button type="submit" size="large" variant={calculation ? 'secondary' : 'primary'} className="w-full">
                <CakeIcon />
                Calculate Birthday!
              </Button>
              <p className="mt-3 text-sm text-ink-soft">
                Loved by thousands of dog parents, backed by veterinary science.
              </p>
            </div>
          </form>
        </div>
      </section>
      {/* Rendered again when the day changes. Hidden if the clock is set back to before the birthday. */}
      {calculation && calculation.dog.birthDate <= today && (
        <calculation.code.Report
          key={`report ${calculation.count}`}
          dog={calculation.dog}
          today={today}
          isNew={calculation.count > 0}
          isRevealing={calculation.isRevealing}
          // Confetti has ended an earlier film.
          isShort={confetti.round > 0}
          onRevealed={endReveal}
          onBack={returnTo}
          onCelebrate={celebrate}
        />
      )}
      {confetti.isOn && <Confetti key={confetti.round} onEnd={() => setConfetti({ ...confetti, isOn: false })} />}
    </>
  );
}
