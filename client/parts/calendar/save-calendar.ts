import { calendarText } from '../../../domain/calendar-text.ts';
import { saveFile } from '../../ui/share.ts';
import type { CalendarOffer } from './add-to-calendar.tsx';

/** Saves what is offered as a calendar file. */
export function saveCalendar({ name, fileName, events, onSaved }: Omit<CalendarOffer, 'label'>) {
  const text = calendarText({ name, events: events(), writtenAt: new Date() });
  saveFile(new File([text], fileName, { type: 'text/calendar;charset=utf-8' }));
  onSaved?.();
}
