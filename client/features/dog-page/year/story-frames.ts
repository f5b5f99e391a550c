import { stampPlaces, type YearStory } from '../../../../domain/celebrations/dog-year.ts';
import { type CalendarDate, formatFullDate } from '../../../../domain/dates/calendar-date.ts';
import { ordinal } from '../../../../domain/dates/ordinal.ts';
import { isAbout, type NamedDog } from '../../../../domain/dogs/life.ts';
import { isolated } from '../../../../domain/text/text.ts';
import type { CardContent, CardStyle } from '../../../cards/card.ts';

/** A picture of the story: what is drawn, and the same in a sentence, which is read aloud and shared with it. */
export type StoryFrame = { style: CardStyle; content: CardContent; text: string };

type ToldDog = NamedDog & { photoUrl: string | null };
type HeldParty = { title: string };

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** At most this many parties stand on the picture by name. */
const namedCount = 2;

function partyLine(parties: readonly HeldParty[]): string {
  const unnamed = parties.length - namedCount;
  const titles = parties.map(({ title }) => isolated(title));
  return list.format(unnamed > 0 ? [...titles.slice(0, namedCount), `${unnamed} more`] : titles);
}

/** The five pictures of a dog's story: years gained, parties, best photo, stage, next year. */
export function storyFrames(
  dog: ToldDog,
  { year, birthday, humanYearsBefore, humanYearsNow, stage, isNewStage, coming }: YearStory,
  parties: readonly HeldParty[],
): readonly [StoryFrame, ...StoryFrame[]] {
  const name = isolated(dog.name);
  const about = isAbout(dog) ? 'about ' : '';
  const gained = humanYearsNow - humanYearsBefore;
  const day: CalendarDate = year.end;
  const next = coming[0]?.date ?? day;
  const frame = (style: CardStyle, content: Omit<CardContent, 'headline' | 'size' | 'name'>, text: string) => ({
    style,
    content: { headline: dog.name, size: dog.size, name: dog.name, ...content },
    text,
  });
  return [
    frame(
      'number',
      {
        kicker: 'What a year,',
        lines: [`From ${about}${humanYearsBefore} to ${humanYearsNow} in human years`],
        seal: { top: 'gained', figure: String(gained), bottom: 'human years' },
      },
      `${name} gained ${about}${gained} human years in one: from ${humanYearsBefore} to ${humanYearsNow}.`,
    ),
    parties.length > 0
      ? frame(
          'table',
          {
            kicker: 'A year of parties for',
            lines: [partyLine(parties)],
            seal: { figure: String(parties.length), bottom: parties.length === 1 ? 'party' : 'parties' },
          },
          `${name} had ${parties.length === 1 ? 'a party' : `${parties.length} parties`}: ${partyLine(parties)}.`,
        )
      : frame(
          'table',
          {
            kicker: 'A year of quiet walks for',
            lines: ['A new year, and every party in it is still to come'],
            seal: { top: 'room for', figure: String(stampPlaces), bottom: 'parties' },
          },
          `A year of quiet walks for ${name}. In the new one every party is still to come.`,
        ),
    frame(
      dog.photoUrl ? 'cover' : 'table',
      {
        kicker: 'The face of the year:',
        lines: [formatFullDate(day)],
        seal: { figure: String(birthday), bottom: birthday === 1 ? 'year' : 'years' },
      },
      `${name} on the ${ordinal(birthday)} birthday, ${formatFullDate(day)}.`,
    ),
    frame(
      'lamplight',
      {
        kicker: isNewStage ? 'A new chapter for' : 'Going strong,',
        lines: [isNewStage ? `Now: ${stage}` : `Still: ${stage}`],
        seal: { ...(about && { top: 'about' }), figure: String(humanYearsNow), bottom: 'human years' },
      },
      isNewStage ? `A new chapter for ${name}: ${stage}.` : `${name} is going strong. Still: ${stage}.`,
    ),
    frame(
      'number',
      {
        kicker: 'More to come for',
        lines: [`Next: ${formatFullDate(next)}`],
        seal: {
          top: 'next year',
          figure: String(coming.length),
          bottom: coming.length === 1 ? 'party day' : 'party days',
        },
      },
      `${name}'s next year has ${coming.length === 1 ? 'a day' : `${coming.length} days`} to celebrate. The first is ${formatFullDate(next)}.`,
    ),
  ];
}
