import { useState } from 'react';
import { invitationLimits } from '../../../domain/guests/invitation-view.ts';
import { tidyLine } from '../../../domain/text/text.ts';
import { tooLong } from '../../copy/problems.ts';
import type { Invitation } from '../../data/records/invitations.ts';
import { AskFirst } from '../../ui/ask-first.tsx';
import { TextBox } from '../../ui/field.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';

type CallOffQuestionProps = {
  title: string;
  telling: string;
  /** Undefined while it cannot be read. */
  invitation: Invitation | undefined;
  onCallOff: () => Promise<void>;
  onKeep: () => void;
};

/**
 * Asks before guests hear that a party is called off, and takes a sentence of why. That is kept first, because the party's guests may hear
 * at once; without network the party can only be called off without it.
 */
export function CallOffQuestion({ title, telling, invitation, onCallOff, onKeep }: CallOffQuestionProps) {
  const kept = invitation?.cancelReason ?? null;
  const [why, setWhy] = useState(kept ?? '');
  const [problem, setProblem] = useState<string>();

  const [callOff] = useSingleFlight(async () => {
    const reason = tidyLine(why) || null;
    if (reason && reason.length > invitationLimits.reason) return setProblem(tooLong(invitationLimits.reason));
    if (invitation && reason !== kept) {
      try {
        const { saveCancelReason } = await import('../../data/invitations/host-invitations.ts');
        await saveCancelReason(invitation, reason);
      } catch {
        return setProblem("We couldn't keep that just now. Try again, or call it off without it.");
      }
    }
    return onCallOff();
  });

  return (
    <AskFirst
      title={`Call off ${title}?`}
      yes="Call It Off"
      no="Keep It"
      onYes={() => void callOff()}
      onNo={onKeep}
      more={
        invitation && (
          <TextBox
            label="Why?"
            isOptional
            rows={2}
            value={why}
            onValueChange={setWhy}
            problem={problem}
            hint="Your guests read it."
          />
        )
      }
    >
      {telling}
    </AskFirst>
  );
}
