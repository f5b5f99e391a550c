import { type ReactNode, useId } from 'react';
import type { Owner } from '../../data/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CalendarsSection } from './calendars/calendars-section.tsx';
import { DeleteSection } from './delete-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { EmailSection } from './email-section.tsx';
import { ExportSection } from './export-section.tsx';
import { Fold } from './fold.tsx';
import { NameSection } from './name-section.tsx';
import { PasswordSection } from './password-section.tsx';

/** A group of folded parts under one heading. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="mb-6">
      <h3 id={headingId} className="mb-1">
        {title}
      </h3>
      {children}
    </section>
  );
}

const rows = 'grid divide-y-2 divide-line border-y-2 border-line';

/** All that an owner can do about the account itself. */
export function AccountDialog({
  owner,
  reminders,
  lossOfGuests = null,
  onClose,
}: {
  owner: Owner;
  /** The settings of reminders, which another feature shows. */
  reminders: ReactNode;
  /** What becomes of the guests of planned parties when the account is deleted. */
  lossOfGuests?: ReactNode;
  onClose: () => void;
}) {
  return (
    <Dialog title="Your Account" closeLabel="Close your account" onClose={onClose}>
      <Group title="You">
        <p className="mb-3 wrap-anywhere text-ink-soft">
          You sign in as <strong className="text-ink">{owner.email}</strong>.
        </p>
        <div className={rows}>
          <NameSection owner={owner} />
          <EmailSection owner={owner} />
        </div>
      </Group>
      <Group title="Celebrations">
        <div className={rows}>
          <Fold title="Reminders">{reminders}</Fold>
          <CalendarsSection owner={owner} />
        </div>
      </Group>
      <Group title="Security">
        <div className={rows}>
          <PasswordSection email={owner.email} />
          <DevicesSection />
        </div>
      </Group>
      <Group title="Your Data">
        <div className={rows}>
          <ExportSection owner={owner} />
        </div>
      </Group>
      <Button look="secondary" className="w-full" onClick={onClose}>
        Close
      </Button>
      {/* Below the button and apart from it, so that a finger that misses Close does not open it. */}
      <div className="mt-12 rounded-field bg-paper px-4">
        <DeleteSection owner={owner} lossOfGuests={lossOfGuests} />
      </div>
    </Dialog>
  );
}
