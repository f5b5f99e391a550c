import { turnPushOff, turnPushOn } from '../../data/push/push.ts';

/** Has push messages come to this device, or no longer. @throws BackendError, or DOMException of the browser's push service */
export async function switchPush(ownerId: string, isOn: boolean, isWanted: boolean): Promise<void> {
  if (isWanted && !isOn) await turnPushOn(ownerId);
  if (!isWanted && isOn) await turnPushOff();
}
