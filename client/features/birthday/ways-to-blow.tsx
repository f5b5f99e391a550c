import { Button } from '../../ui/button.tsx';
import { hasMicrophone, useBreath } from './use-breath.ts';

/** Other ways to blow the candles out than one tap for each: with breath, if the owner asks for it, and all at once. */
export function WaysToBlow({ onBreath, onBlowAll }: { onBreath: () => void; onBlowAll: () => void }) {
  const [breath, ask] = useBreath(onBreath);
  return (
    <>
      <Button look="secondary" onClick={onBlowAll}>
        Blow Them All Out
      </Button>
      {breath === 'off' && hasMicrophone() && (
        <Button look="secondary" onClick={ask}>
          Blow With Your Breath
        </Button>
      )}
      <p role="status" className="w-full empty:-mt-3">
        {breath === 'listening' && 'Blow at your device! It listens only while candles burn, and keeps nothing.'}
        {breath === 'refused' && 'No microphone, no matter: a tap blows just as well.'}
      </p>
    </>
  );
}
