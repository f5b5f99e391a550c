import { ordinal } from '../dates/ordinal.ts';
import type { Celebration } from './celebrations.ts';

/** Names what is celebrated, without the dog's name: "3rd birthday", "45th human-year birthday", "2nd gotcha day". */
export function occasionOf(celebration: Celebration): string {
  if (celebration.kind === 'puppy graduation') return 'Puppy graduation';
  const { anniversary, kind } = celebration;
  if (kind === 'gotcha day') return `${ordinal(anniversary)} gotcha day`;
  if (anniversary === 0) return 'Very first day';
  const { humanYears, isAbout } = celebration;
  if (isAbout)
    return kind === 'birthday' ? `Birthday, about ${anniversary}` : `Human-year birthday, about ${humanYears}`;
  return kind === 'birthday' ? `${ordinal(anniversary)} birthday` : `${ordinal(humanYears)} human-year birthday`;
}
