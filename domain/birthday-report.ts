import { type Age, ageOn, dogYears, grownUpAge, humanYears, isRoundedUp } from './age.ts';
import { addDays, type CalendarDate } from './calendar-date.ts';
import { type Celebration, celebrationsPerYear, daysToGo, nextCelebration } from './celebrations.ts';
import { type LifeStage, lifeStage, seniorStageFrom } from './life-stage.ts';
import { ordinal } from './ordinal.ts';
import { type DogSize, sizeTraits } from './size.ts';

/** The result of the calculator for a dog on a day. */
export type BirthdayReport = {
  /** Age in human years, a whole number. */
  humanYears: number;
  /** Whether `humanYears` is rounded up. The product then says "almost". */
  isAlmost: boolean;
  /** The dog's own age in years, to one decimal. */
  dogYears: number;
  milestone: string;
  lifeStage: LifeStage;
  nextCelebration: string;
  nextBirthdayDate: CalendarDate;
  daysUntilBirthday: number;
};

type ReportedDog = { name: string; size: DogSize; birthDate: CalendarDate };

/** Days from birth until the age has reached half a year: `ceil(365.25 / 2)`. */
const daysToPuppyGraduation = 183;

function puppyMilestone({ name, birthDate }: ReportedDog, age: Age, today: CalendarDate): string {
  if (age.years === 0) return `Day one! ${name} is here, and the whole world smells new.`;
  const untilGraduation = daysToGo(addDays(birthDate, daysToPuppyGraduation), today);
  if (untilGraduation > 1) return `Puppy graduation in ${untilGraduation} days, at half a year old.`;
  if (untilGraduation === 1) return 'Puppy graduation is tomorrow!';
  if (untilGraduation === 0) return `Puppy graduation! ${name} is half a year old today.`;
  return 'A proud puppy graduate, with the first big birthday ahead.';
}

function grownUpMilestone({ name, size }: ReportedDog, age: Age, isHumanYearBirthday: boolean): string {
  const { label } = sizeTraits[size];
  const seniorFrom = seniorStageFrom(size);
  const isBirthday = age.daysSinceAnniversary === 0;
  if (isBirthday && age.anniversaries === seniorFrom) {
    return `Senior milestone! ${label} dogs earn their golden years at ${seniorFrom}, and ${name} just did.`;
  }
  if (isBirthday) return `${ordinal(age.anniversaries)} birthday! Cake in the bowl, please.`;
  if (isHumanYearBirthday)
    return `A human-year birthday! ${name} turns ${humanYears(age.years, size)} in human years today.`;
  if (age.years >= seniorFrom)
    return `In the golden years: ${label.toLowerCase()} dogs pass the senior milestone at ${seniorFrom}.`;
  const perYear = celebrationsPerYear(age.years, size);
  return `All grown up, with ${perYear} birthdays to celebrate every year.`;
}

function milestoneText(dog: ReportedDog, age: Age, next: Celebration, today: CalendarDate): string {
  if (age.years < 1) return puppyMilestone(dog, age, today);
  if (age.years === 1) return `First birthday! ${dog.name} is a teenager already.`;
  if (age.years < grownUpAge) return 'A teenager on four paws: half cuddle, half mischief.';
  if (age.years === grownUpAge) return `Second birthday! ${dog.name} is officially a grown-up.`;
  return grownUpMilestone(dog, age, next.date === today);
}

function nextCelebrationText({ name }: ReportedDog, next: Celebration): string {
  if (next.anniversary === 0) return `${name}'s very first day`;
  const humanYearsText = `${next.humanYears} in human years`;
  if (next.kind === 'birthday') return `${name}'s ${ordinal(next.anniversary)} birthday, ${humanYearsText}`;
  return `${name}'s ${ordinal(next.humanYears)} human-year birthday`;
}

/**
 * The birthday report for a dog on a day.
 * @throws RangeError when the dog is not born yet.
 */
export function birthdayReport(dog: ReportedDog, today: CalendarDate): BirthdayReport {
  const age = ageOn(dog.birthDate, today);
  const next = nextCelebration(dog.birthDate, dog.size, today);
  return {
    humanYears: humanYears(age.years, dog.size),
    isAlmost: isRoundedUp(age.years, dog.size),
    dogYears: dogYears(age.years),
    milestone: milestoneText(dog, age, next, today),
    lifeStage: lifeStage(age.years, dog.size),
    nextCelebration: nextCelebrationText(dog, next),
    nextBirthdayDate: next.date,
    daysUntilBirthday: daysToGo(next.date, today),
  };
}

/** The human years of a report as a text: "46", or "almost 47" when they are rounded up. */
export function humanYearsText({ humanYears: shown, isAlmost }: BirthdayReport): string {
  return isAlmost ? `almost ${shown}` : String(shown);
}
