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

/** The title of a celebration: "Luna's 7th birthday, 44 in human years". */
export function celebrationTitle(name: string, celebration: Celebration): string {
  if (celebration.kind === 'puppy graduation')
    return `${name}'s puppy graduation, ${celebration.isAbout ? 'about ' : ''}half a year old`;
  const { kind, anniversary } = celebration;
  if (kind === 'gotcha day') return `${name}'s ${ordinal(anniversary)} gotcha day`;
  if (anniversary === 0) return `${name}'s very first day`;
  const { humanYears, isAbout } = celebration;
  if (isAbout) return `${name}${kind === 'birthday' ? "'s birthday," : ' turns'} about ${humanYears} in human years`;
  if (kind === 'birthday') return `${name}'s ${ordinal(anniversary)} birthday, ${humanYears} in human years`;
  return `${name} turns ${humanYears} in human years`;
}
