import { type CalendarEvent, calendarText } from '../../../domain/celebrations/calendar-text.ts';
import { saveFile } from '../../ui/share.ts';

/** A calendar to save. `name` is what a calendar app calls it. */
export type CalendarFile = {
  name: string;
  fileName: string;
  events: () => CalendarEvent[];
  /** Called when the file is saved. */
  onSaved?: () => void;
};

/** Saves what is offered as a calendar file. */
export function saveCalendar({ name, fileName, events, onSaved }: CalendarFile) {
  const text = calendarText({ name, events: events(), writtenAt: new Date() });
  saveFile(new File([text], fileName, { type: 'text/calendar;charset=utf-8' }));
  onSaved?.();
}
