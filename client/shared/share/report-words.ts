import type { BirthdayReport } from '../../../domain/celebrations/birthday-report.ts';
import { reportShareText } from '../../../domain/celebrations/birthday-report.ts';
import type { Words } from './use-sharing.ts';

/** The words that share a report. `url` is the page that they lead to. */
export function reportWords(dogName: string, report: BirthdayReport, url: string): Words & { url: string } {
  return { title: `${dogName}'s Birthday Report`, text: reportShareText(dogName, report), url };
}
