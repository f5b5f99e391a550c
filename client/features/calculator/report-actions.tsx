import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { BirthdayReport } from '../../../domain/birthday-report.ts';
import type { CalculatorInput } from '../../../domain/drafts.ts';
import { reportShareText } from '../../../domain/invitation.ts';
import { messages } from '../../copy/messages.ts';
import { CakeIcon, PartyHatIcon, ShareIcon } from '../../ui/art/icons.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { shareOrCopy } from '../../ui/share.ts';
import { TextToCopy } from '../../ui/text-to-copy.tsx';
import { showError, showSuccess } from '../../ui/toaster.tsx';

type CardDialog = ComponentType<{ dog: CalculatorInput; report: BirthdayReport; onClose: () => void }>;

function WayToTheParty({ dogName }: { dogName: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <div className="grid justify-items-center gap-3 rounded-card bg-card p-5 text-center">
      <p className="wrap-anywhere">Ready when {dogName} is: plan the party, draw the invitation, ask the whole park.</p>
      <PageLink ref={link} href="/auth?join" className={buttonClasses('primary')}>
        Plan the Party
      </PageLink>
    </div>
  );
}

/** What can be done with a report: share it, put it on a card, celebrate it. */
export function ReportActions({
  dog,
  report,
  onCelebrate,
}: {
  dog: CalculatorInput;
  report: BirthdayReport;
  onCelebrate: () => void;
}) {
  const [textToCopy, setTextToCopy] = useState<string | null>(null);
  const [isCelebrating, setIsCelebrating] = useState(false);
  const [CardDialog, setCardDialog] = useState<CardDialog | null>(null);

  async function shareReport() {
    const data = {
      title: `${dog.name}'s birthday report`,
      text: reportShareText(dog.name, report),
      url: `${window.location.origin}/`,
    };
    const outcome = await shareOrCopy(data);
    setTextToCopy(outcome === 'refused' ? `${data.text}\n${data.url}` : null);
    if (outcome === 'copied') showSuccess(messages.copied);
  }

  async function openCard() {
    try {
      // Loaded on demand, because most visitors only calculate.
      const { BirthdayCardDialog } = await import('./birthday-card-dialog.tsx');
      setCardDialog(() => BirthdayCardDialog);
    } catch {
      showError(messages.cardFailed);
    }
  }

  function celebrate() {
    setIsCelebrating(true);
    onCelebrate();
  }

  return (
    <div className="mt-6 grid gap-4">
      <div className="grid gap-3 sm:grid-cols-3">
        <Button look="secondary" onClick={() => void shareReport()}>
          <ShareIcon />
          Share
        </Button>
        <Button look="secondary" onClick={() => void openCard()}>
          <CakeIcon />
          Photo
        </Button>
        <Button look="secondary" onClick={celebrate}>
          <PartyHatIcon />
          Celebrate
        </Button>
      </div>
      {textToCopy && <TextToCopy text={textToCopy} />}
      {isCelebrating && <WayToTheParty dogName={dog.name} />}
      {CardDialog && <CardDialog dog={dog} report={report} onClose={() => setCardDialog(null)} />}
    </div>
  );
}
