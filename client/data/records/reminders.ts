import { flag, integer, listOf, oneOf, type Parser, text } from '../../../domain/parse.ts';
import { daysBeforeChoices } from '../../../domain/reminders/reminders.ts';
import { type Base, defineRecord, field } from './record.ts';

export type ReminderDay = (typeof daysBeforeChoices)[number];

type ReminderChoices = {
  /** A name of the IANA database, such as Europe/Lisbon. */
  timeZone: string;
  /** In the owner's time zone, 0 to 23. */
  hour: number;
  daysBefore: readonly ReminderDay[];
  byMail: boolean;
  /** On every device where push is turned on. */
  byPush: boolean;
};

export type Reminders = ReminderChoices & Base;

const inOrder: Parser<readonly ReminderDay[]> = (value, name) => {
  const days = listOf(oneOf(daysBeforeChoices))(value, name);
  return daysBeforeChoices.filter((day) => days.includes(day));
};

/** An owner's settings for reminders, in at most one row. They can be changed only online. The device keeps them as last seen. */
export const reminders = defineRecord<ReminderChoices>({
  table: 'reminder_settings',
  idColumn: 'user_id',
  content: {
    timeZone: field('time_zone', text),
    hour: field('hour', integer),
    daysBefore: field('days_before', inOrder),
    byMail: field('by_mail', flag),
    byPush: field('by_push', flag),
  },
  links: {},
  order: { key: 'createdAt', isAscending: true },
});
