import { useId, useRef, useSyncExternalStore } from 'react';
import { anniversaryOf, type CalendarDate, parseCalendarDate } from '../../../domain/dates/calendar-date.ts';
import { oldestPerson, personBirthProblem } from '../../../domain/dogs/same-age.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useForm, useValues } from '../../ui/use-form.ts';
import { type PicturedDog, SameAgeChart, SameAgeSentence } from './same-age-answer.tsx';

/** The key of the owner's own birthday, which stays in this browser: it is never sent. */
const ownBirthdayKey = 'wagday-own-birthday';

/** A birthday that the browser cannot store, because its storage is blocked or full. It lasts as long as the page. */
let onPage: CalendarDate | null = null;
const listeners = new Set<() => void>();

function read(): CalendarDate | null {
  if (onPage) return onPage;
  try {
    return parseCalendarDate(window.localStorage.getItem(ownBirthdayKey) ?? '');
  } catch {
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Keeps the owner's birthday on this device, or forgets it if null. */
function keepOwnBirthday(birthday: CalendarDate | null) {
  onPage = null;
  try {
    if (birthday) window.localStorage.setItem(ownBirthdayKey, birthday);
    else window.localStorage.removeItem(ownBirthdayKey);
  } catch {
    onPage = birthday;
  }
  for (const listener of listeners) listener();
}

const problemTexts = {
  missing: 'Please choose the day you were born.',
  'not a date': 'This is not a day on the calendar.',
  'in the future': "That day's still ahead. Pick today or earlier.",
  'too long ago': `That is more than ${oldestPerson} years ago. Please check the year.`,
};

function BirthdayForm({ today, onFind }: { today: CalendarDate; onFind: (birthday: CalendarDate) => void }) {
  const form = useForm(useValues({ ownBirthday: '' }), ({ ownBirthday }) => {
    const problem = personBirthProblem(ownBirthday, today);
    if (problem) return { ownBirthday: problemTexts[problem] };
    const birthday = parseCalendarDate(ownBirthday);
    if (birthday) onFind(birthday);
    return undefined;
  });
  return (
    <form {...form.props} className="mt-4 grid gap-4 sm:grid-cols-[1fr_auto] sm:items-start">
      <TextField
        type="date"
        {...form.field('ownBirthday')}
        autoComplete="bday"
        label="Your birthday"
        isOptional
        min={anniversaryOf(today, -oldestPerson)}
        max={today}
        hint="Stays on this device."
      />
      <Button type="submit" variant="secondary" className="sm:mt-8 sm:min-h-12">
        Find the Day
      </Button>
    </form>
  );
}

/** Finds the day on which a dog's human years and its person's age are the same. The owner's birthday stays on the device. */
export function SameAge({ dog, today }: { dog: PicturedDog; today: CalendarDate }) {
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const birthday = useSyncExternalStore(subscribe, read, () => null);
  // The device's clock may have been set back since.
  const isUsable = birthday !== null && personBirthProblem(birthday, today) === undefined;

  /** Keeps or forgets the birthday. What had the focus disappears, so its replacement gets it. */
  function keep(next: CalendarDate | null) {
    keepOwnBirthday(next);
    const place = next ? '[role="status"] p' : 'input';
    requestAnimationFrame(() => section.current?.querySelector<HTMLElement>(place)?.focus());
  }

  return (
    <section ref={section} aria-labelledby={headingId} className="same-age border-t-2 border-line pt-4">
      <h3 id={headingId} className={isUsable ? 'text-base text-ink-soft' : ''}>
        When are you two the same age?
      </h3>
      {!isUsable && <p className="mt-1">Add your birthday to find the day.</p>}
      {/* Always rendered, so that what appears in it is announced. */}
      <div role="status">{isUsable && <SameAgeSentence dog={dog} birthday={birthday} today={today} />}</div>
      {isUsable ? (
        <SameAgeChart dog={dog} birthday={birthday} today={today} onForget={() => keep(null)} />
      ) : (
        <BirthdayForm today={today} onFind={keep} />
      )}
    </section>
  );
}
