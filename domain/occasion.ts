import type { Celebration } from './celebrations.ts';
import { ordinal } from './ordinal.ts';

/** What is celebrated, without the name of the dog: "3rd birthday", "45th human-year birthday". */
export function occasionOf({ anniversary, kind, humanYears }: Celebration): string {
  if (anniversary === 0) return 'Very first day';
  return kind === 'birthday' ? `${ordinal(anniversary)} birthday` : `${ordinal(humanYears)} human-year birthday`;
}
