import { flag, integer, listOf, oneOf, type Parser, text } from '../../../domain/parse.ts';
import { daysBeforeChoices } from '../../../domain/reminders/due-reminders.ts';
import { defineRecord, field, type ItemOf } from './record.ts';

export type ReminderDay = (typeof daysBeforeChoices)[number];

const inOrder: Parser<readonly ReminderDay[]> = (value, name) => {
  const days = listOf(oneOf(daysBeforeChoices))(value, name);
  return daysBeforeChoices.filter((day) => days.includes(day));
};

/** An owner's settings for reminders, in at most one row. They can be changed only online. The device keeps them as last seen. */
export const reminders = defineRecord({
  table: 'reminder_settings',
  idColumn: 'user_id',
  content: {
    /** A name of the IANA database, such as Europe/Lisbon. */
    timeZone: field('time_zone', text),
    /** In the owner's time zone, 0 to 23. */
    hour: field('hour', integer),
    daysBefore: field('days_before', inOrder),
    byMail: field('by_mail', flag),
    /** On every device where push is turned on. */
    byPush: field('by_push', flag),
  },
  links: {},
  order: { key: 'createdAt', isAscending: true },
});

export type Reminders = ItemOf<typeof reminders>;
