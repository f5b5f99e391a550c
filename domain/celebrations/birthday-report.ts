import { type CalendarDate, formatLongDate, partsOf } from '../dates/calendar-date.ts';
import { ordinal } from '../dates/ordinal.ts';
import {
  type Age,
  ageOn,
  dogYears,
  grownUpAge,
  humanYears,
  isRoundedUp,
  lifeStage,
  seniorStageFrom,
} from '../dogs/age.ts';
import { aboutText, isAbout, isLiving, type NamedDog } from '../dogs/life.ts';
import { isolated } from '../text/text.ts';
import {
  type Birthday,
  celebrationsPerYear,
  comingGraduation,
  daysToGo,
  daysToGoText,
  nextCelebration,
  nextGotchaDay,
} from './celebrations.ts';

export type BirthdayReport = ReturnType<typeof birthdayReport>;

function puppyMilestone(dog: NamedDog, age: Age, today: CalendarDate): string {
  const { name, birthDate } = dog;
  const halfAYear = `${aboutText(dog, 'half a year')} old`;
  if (age.years === 0) return `Day one! ${name} is here, and the whole world smells new.`;
  const graduation = comingGraduation(birthDate, today);
  if (!graduation) return 'A proud puppy graduate, with the first big birthday ahead.';
  const untilGraduation = daysToGo(graduation, today);
  if (untilGraduation > 1) return `Puppy graduation in ${untilGraduation} days, at ${halfAYear}.`;
  if (untilGraduation === 1) return 'Puppy graduation is tomorrow!';
  return `Puppy graduation! ${name} is ${halfAYear} today.`;
}

function guessedBirthday({ name }: NamedDog, years: number): string {
  if (years === 1) return `Birthday! ${name} is about one, and a teenager already.`;
  if (years === grownUpAge) return `Birthday! ${name} is about two, and officially a grown-up.`;
  return `Birthday! ${name} is about ${years}. Cake in the bowl, please.`;
}

function grownUpMilestone(dog: NamedDog, age: Age, isHumanYearBirthday: boolean): string {
  const { name, size } = dog;
  const seniorFrom = seniorStageFrom(size);
  const isBirthday = age.daysSinceAnniversary === 0;
  if (isBirthday && age.anniversaries === seniorFrom) {
    return `Senior milestone! ${name} is a Senior Dog from today on.`;
  }
  if (isBirthday) return `${ordinal(age.anniversaries)} birthday! Cake in the bowl, please.`;
  if (isHumanYearBirthday)
    return `A human-year birthday! ${name} turns ${aboutText(dog, humanYears(age.years, size))} in human years today.`;
  const perYear = celebrationsPerYear(age.years, size);
  if (age.years >= seniorFrom) return `In the golden years: a Senior Dog with ${perYear} birthdays every year.`;
  return `All grown up, with ${perYear} birthdays to celebrate every year.`;
}

function milestoneText(dog: NamedDog, age: Age, next: Birthday, today: CalendarDate): string {
  if (age.years < 1) return puppyMilestone(dog, age, today);
  if (isAbout(dog) && age.daysSinceAnniversary === 0) return guessedBirthday(dog, age.anniversaries);
  if (age.years === 1) return `First birthday! ${dog.name} is a teenager already.`;
  if (age.years < grownUpAge) return 'A teenager on four paws: half cuddle, half mischief.';
  if (age.years === grownUpAge) return `Second birthday! ${dog.name} is officially a grown-up.`;
  return grownUpMilestone(dog, age, next.date === today);
}

function nextCelebrationText(dog: NamedDog, next: Birthday): string {
  const { name } = dog;
  if (next.anniversary === 0) return `${name}'s very first day`;
  if (isAbout(dog)) {
    const humanYearsText = `${aboutText(dog, next.humanYears)} in human years`;
    return next.kind === 'birthday' ? `${name}'s birthday, ${humanYearsText}` : `${name} turns ${humanYearsText}`;
  }
  const humanYearsText = `${next.humanYears} in human years`;
  if (next.kind === 'birthday') return `${name}'s ${ordinal(next.anniversary)} birthday, ${humanYearsText}`;
  return `${name}'s ${ordinal(next.humanYears)} human-year birthday`;
}

/** Returns how people say a puppy's age: in days for two weeks, in weeks for sixteen, then in months. Null from the first birthday on. */
function puppyAge(dog: NamedDog, age: Age, today: CalendarDate): string | null {
  const days = age.daysSinceAnniversary;
  if (age.anniversaries > 0 || days === 0) return null;
  const [born, now] = [partsOf(dog.birthDate), partsOf(today)];
  const months = 12 * (now.year - born.year) + now.month - born.month - (now.day < born.day ? 1 : 0);
  const inDays = days === 1 ? '1 day' : `${days} days`;
  const text = days < 14 ? inDays : days < 112 ? `${Math.floor(days / 7)} weeks` : `${months} months`;
  return aboutText(dog, `${text} old`);
}

/** Returns the birthday report for a dog on a day. @throws RangeError when the dog is not born yet, or is in memory */
export function birthdayReport(dog: NamedDog, today: CalendarDate) {
  const age = ageOn(dog.birthDate, today);
  const next = nextCelebration(dog, today);
  const graduation = comingGraduation(dog.birthDate, today);
  const gotchaDay = nextGotchaDay(dog, today);
  return {
    humanYears: humanYears(age.years, dog.size),
    /** Whether the ages are based on a guessed birthday. The product then says "about". */
    isAbout: isAbout(dog),
    /** Whether `humanYears` is rounded up. The product then says "almost", unless it says "about". */
    isAlmost: !isAbout(dog) && isRoundedUp(age.years, dog.size),
    dogYears: dogYears(age.years),
    milestone: milestoneText(dog, age, next, today),
    lifeStage: lifeStage(age.years, dog.size),
    /** "9 weeks old", beside the age in years; null for a dog of a year or more. */
    puppyAge: puppyAge(dog, age, today),
    nextCelebration: nextCelebrationText(dog, next),
    nextBirthdayDate: next.date,
    daysUntilBirthday: daysToGo(next.date, today),
    graduation: graduation && { date: graduation, daysToGo: daysToGo(graduation, today) },
    gotchaDay: gotchaDay && {
      date: gotchaDay.date,
      daysToGo: daysToGo(gotchaDay.date, today),
      years: gotchaDay.anniversary,
    },
  };
}

export function livingReport(dog: NamedDog, today: CalendarDate): BirthdayReport | null {
  return isLiving(dog, today) ? birthdayReport(dog, today) : null;
}

/** Returns the word before the human years. "about" wins over "almost", because a guess cannot be that exact. */
export function qualifierOf({ isAbout, isAlmost }: BirthdayReport): 'about' | 'almost' | null {
  if (isAbout) return 'about';
  return isAlmost ? 'almost' : null;
}

/** Returns the human years as text: "46", "almost 47" when rounded up, "about 46" when guessed. */
export function humanYearsText(report: BirthdayReport): string {
  const qualifier = qualifierOf(report);
  return qualifier ? `${qualifier} ${report.humanYears}` : String(report.humanYears);
}

export function humanYearsUnit({ humanYears: shown }: BirthdayReport): string {
  return shown === 1 ? 'human year' : 'human years';
}

export function dogYearsText({ dogYears: shown, isAbout }: BirthdayReport): string {
  return `${isAbout ? 'about ' : ''}${shown.toFixed(1)}`;
}

export function reportShareText(dogName: string, report: BirthdayReport): string {
  const countdown = daysToGoText(report.daysUntilBirthday);
  return [
    `${isolated(dogName)} is ${humanYearsText(report)} in human years!`,
    `Next celebration: ${report.nextCelebration}, ${formatLongDate(report.nextBirthdayDate)}. ${countdown}`,
    'How old is yours?',
  ].join('\n');
}
