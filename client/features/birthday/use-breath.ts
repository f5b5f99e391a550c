import { useEffect, useEffectEvent, useState } from 'react';

/** Whether this device can be asked for a microphone at all. */
export function hasMicrophone(): boolean {
  // Pages without https have no media devices.
  return Boolean((navigator as Partial<Navigator>).mediaDevices?.getUserMedia);
}

/** The microphone is off, or it listens for breath, or it was refused. */
type Breath = 'off' | 'listening' | 'refused';

/** Listens for breath from when the owner asks for it, as long as the component is shown. */
export function useBreath(onBreath: () => void): [Breath, ask: () => void] {
  const [breath, setBreath] = useState<Breath>('off');
  const tell = useEffectEvent(onBreath);
  const isAsked = breath === 'listening';

  useEffect(() => {
    if (!isAsked) return;
    const over = new AbortController();
    import('./breath.ts')
      .then(({ listenForBreath }) => listenForBreath(() => tell(), over.signal))
      .catch(() => {
        if (!over.signal.aborted) setBreath('refused');
      });
    return () => over.abort();
  }, [isAsked]);

  return [breath, () => setBreath('listening')];
}
