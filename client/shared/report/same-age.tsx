import { useId, useRef, useSyncExternalStore } from 'react';
import { calculatorPage } from '../../../addresses/addresses.ts';
import { birthdayReport, humanYearsText } from '../../../domain/celebrations/birthday-report.ts';
import { celebratesOn, daysToGo, daysToGoText } from '../../../domain/celebrations/celebrations.ts';
import {
  anniversaryOf,
  type CalendarDate,
  formatFullDate,
  formatLongDate,
  parseCalendarDate,
} from '../../../domain/dates/calendar-date.ts';
import { ageOn, exactHumanYears } from '../../../domain/dogs/age.ts';
import {
  type SameAge as Comparison,
  oldestPerson,
  personAgeAt,
  personBirthProblem,
  sameAge,
} from '../../../domain/dogs/age-of-person.ts';
import { isAbout, type NamedDog } from '../../../domain/dogs/life.ts';
import type { PhotoFocus } from '../../../domain/dogs/photo-focus.ts';
import { isolated } from '../../../domain/text/text.ts';
import { CalendarLeaf } from '../../art/calendar-leaf.tsx';
import { coatClasses, coatOf } from '../../art/coats.ts';
import { type CardToShare, contentFor } from '../../cards/card.ts';
import { type ChartPhoto, HumanYearsChart } from '../../charts/human-years-chart.tsx';
import { Button } from '../../ui/button.tsx';
import { CardIcon } from '../../ui/card-icon.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { TextField } from '../../ui/field.tsx';
import { useForm, useValues } from '../../ui/use-form.ts';
import { loadCard, OpenedDialog, useOpenDialog } from '../use-open-dialog.tsx';

function yearsText(yearsOnDay: number | null): string {
  return yearsOnDay ? String(yearsOnDay) : 'not yet 1';
}

function turnOf(name: string, { when, day, yearsOnDay }: Comparison, isGuess: boolean): string {
  if (when === 'today') return `Today you are ${isGuess ? 'about' : 'exactly'} the same age!`;
  if (when === 'never' || day === null) return `${name} will not catch up with you. You keep your head start.`;
  if (when === 'always older') return `${name} has been the older one since the day you were born.`;
  const on = `${isGuess ? 'about' : 'on'} ${formatLongDate(day)}`;
  if (when === 'past') return `${name} overtook you ${on}.`;
  return `You'll be the same age ${on}: ${yearsText(yearsOnDay)}, both of you.`;
}

/** Returns the age of both on the day, to follow "They cross on this day". */
function crossingAge(yearsOnDay: number | null): string {
  if (!yearsOnDay) return 'before the first birthday of either';
  return yearsOnDay === 1 ? 'at 1 year' : `at ${yearsOnDay} years`;
}

export function sameAgeWords(dog: NamedDog, comparison: Comparison, today: CalendarDate) {
  const name = isolated(dog.name);
  return {
    ages: `You're ${yearsText(comparison.personYears)}, ${name} is ${humanYearsText(birthdayReport(dog, today))} in human years.`,
    turn: turnOf(name, comparison, isAbout(dog)),
  };
}

const kickers = {
  today: 'The same age today:',
  past: 'Once the same age:',
  future: 'Soon the same age:',
} as const;

/** One line on the card, which the owner may change. It fits one line of the narrowest style. */
const wishes = {
  today: 'Today we blow out the same candles.',
  past: 'Overtaken by a dog, and proud of it.',
  future: 'Wait for me with the cake.',
} as const;

/** Returns the card of the day, or null if there is no day to celebrate. */
export function sameAgeCard(dog: NamedDog, { when, day, yearsOnDay }: Comparison, url: string): CardToShare | null {
  if (!day || yearsOnDay === null || when === 'never' || when === 'always older') return null;
  const date = formatLongDate(day);
  const name = isolated(dog.name);
  const on = isAbout(dog) ? 'about' : 'on';
  const years = yearsText(yearsOnDay);
  const texts = {
    today: `${name} and I are ${isAbout(dog) ? 'about ' : ''}the same age today: ${years}!`,
    past: `${name} and I were the same age, ${years}, ${on} ${date}. ${name} is the older one now.`,
    future: `${name} and I will be the same age, ${years}, ${on} ${date}.`,
  };
  return {
    content: contentFor(dog, {
      kicker: kickers[when],
      lines: [formatFullDate(day)],
      wish: wishes[when],
      seal: {
        top: yearsOnDay === 0 ? 'both under' : 'both',
        figure: String(yearsOnDay || 1),
        bottom: yearsOnDay > 1 ? 'years' : 'year',
      },
    }),
    alt: `Card with a picture of ${dog.name}: ${texts[when]}`,
    fileName: 'same-age-card.png',
    share: { title: `${dog.name} and I, the same age`, text: texts[when], url },
  };
}

/** A dog of the calculator, which has no photo, or one of the pack, which may have one. */
export type PicturedDog = NamedDog & {
  photoUrl?: string | null;
  photoFocus?: PhotoFocus | null;
  breed?: string | null;
};

export function chartPhotoOf({ photoUrl, photoFocus }: PicturedDog): ChartPhoto | null {
  return photoUrl ? { url: photoUrl, focus: photoFocus ?? null } : null;
}

type Compared = { dog: PicturedDog; birthday: CalendarDate; today: CalendarDate };

function SameAgeSentence({ dog, birthday, today }: Compared) {
  const comparison = sameAge(dog, birthday, today);
  const { ages, turn } = sameAgeWords(dog, comparison, today);
  return (
    <div className="mt-3 flex items-center gap-4">
      {comparison.day && <CalendarLeaf hasYear date={comparison.day} isToday={comparison.when === 'today'} />}
      <p tabIndex={-1} className="min-w-0 rounded-field wrap-anywhere">
        <strong className="mb-1 block font-display text-heading">{turn}</strong> {ages}
        {comparison.when === 'future' && comparison.day && (
          <span className="block text-sm text-ink-soft">{daysToGoText(daysToGo(comparison.day, today))}</span>
        )}
      </p>
    </div>
  );
}

function SameAgeTable({ dog, birthday, today, day }: Compared & { day: CalendarDate | null }) {
  // To one decimal, because rounded to whole years the two would differ on the very day.
  const cellsOn = (day: CalendarDate) =>
    [ageOn(birthday, day).years, exactHumanYears(ageOn(dog.birthDate, day).years, dog.size)].map((age) =>
      age.toFixed(1),
    );
  const start = birthday > dog.birthDate ? birthday : dog.birthDate;
  const rows = [
    { on: start, head: formatLongDate(start) },
    { on: today, head: 'Today' },
    ...(day && day !== today && day !== start ? [{ on: day, head: formatLongDate(day) }] : []),
  ].sort((one, other) => (one.on < other.on ? -1 : 1));
  return (
    <DataTable
      caption={`Your age and the human years of ${isolated(dog.name)}`}
      columns={['Day', 'You', 'Human years']}
      rows={rows.map(({ head, on }) => ({ head, cells: cellsOn(on), isMarked: on === today }))}
    />
  );
}

function chartWords(dog: PicturedDog, { when, day, yearsOnDay }: Comparison): string {
  const lines = `Two lines over the life of ${isolated(dog.name)}: the human years of the dog, which rise fast, and your age.`;
  if (!day || when === 'always older') return `${lines} They do not cross.`;
  return `${lines} They cross on ${formatLongDate(day)}, ${crossingAge(yearsOnDay)}.`;
}

function SameAgeChart({ dog, birthday, today, onForget }: Compared & { onForget: () => void }) {
  const { open, opened } = useOpenDialog();
  const comparison = sameAge(dog, birthday, today);
  const card = sameAgeCard(dog, comparison, `${window.location.origin}${calculatorPage}`);
  const { years } = ageOn(dog.birthDate, today);
  const crossing =
    comparison.day && comparison.when !== 'always older' ? ageOn(dog.birthDate, comparison.day).years : null;

  return (
    <div className={classNames('mt-11 grid grid-cols-1 gap-3', coatClasses(dog.size, coatOf(dog)))}>
      <HumanYearsChart
        label={chartWords(dog, comparison)}
        size={dog.size}
        photo={chartPhotoOf(dog)}
        isCelebrating={celebratesOn(dog, today)}
        today={{ years, humanYears: exactHumanYears(years, dog.size) }}
        person={{ name: 'You', ageAtBirth: personAgeAt(birthday, dog.birthDate), crossing }}
      />
      <Disclosure title="See the numbers" className="">
        <SameAgeTable dog={dog} birthday={birthday} today={today} day={comparison.day} />
      </Disclosure>
      <div className="flex flex-wrap gap-x-4 gap-y-3">
        {card && (
          <Button
            variant="secondary"
            onClick={() =>
              open(loadCard, {
                title: `A Card for You and ${dog.name}`,
                card,
                dogName: dog.name,
                photo: dog.photoUrl ?? null,
                focus: dog.photoFocus ?? null,
              })
            }
          >
            <CardIcon />
            Make a Card
          </Button>
        )}
        <Button variant="quiet" className="px-0!" onClick={onForget}>
          Forget My Birthday
        </Button>
      </div>
      <OpenedDialog opened={opened} />
    </div>
  );
}

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
      <h3 id={headingId} className={isUsable ? 'text-base text-ink-soft' : 'text-balance'}>
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
