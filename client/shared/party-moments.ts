/** Which parties are over at this moment, by the clock of the device. Not in use-today.ts, which visitors load. */
import { useMemo, useSyncExternalStore } from 'react';
import { daysToParty, isPartyOver, type Moment, type TimedParty } from '../../domain/parties/party-time.ts';
import { partiesByTime } from '../../domain/parties/planned-parties.ts';
import { localToday, subscribeToMidnight } from './use-today.ts';

export function localMoment(): Moment {
  return { today: localToday(), instant: Date.now() };
}

/** Returns how many of these parties are over. Renders again within a minute after one ends. */
function useOverCount(parties: readonly TimedParty[]): number {
  return useSyncExternalStore(subscribeToMidnight, () => {
    const now = localMoment();
    return parties.filter((party) => isPartyOver(party, now)).length;
  });
}

/** Returns whether a party is over. Renders again within a minute after it ends. */
export function useIsOver(party: TimedParty): boolean {
  return useOverCount([party]) > 0;
}

/** Returns the calendar days until a party, as its guests read them. Renders again within a minute after the day changes. */
export function useDaysToParty(party: TimedParty): number {
  return useSyncExternalStore(subscribeToMidnight, () => daysToParty(party, localMoment()));
}

/** Sorts parties as `partiesByTime`. Renders again within a minute after one ends. */
export function usePartiesByTime<Party extends TimedParty>(parties: readonly Party[]) {
  const overCount = useOverCount(parties);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count tells when to look at the clock again.
  return useMemo(() => partiesByTime(parties, localMoment()), [parties, overCount]);
}
