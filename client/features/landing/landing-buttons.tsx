import { useState } from 'react';
import { authPage } from '../../../addresses/addresses.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PageLink } from '../../ui/page-link.tsx';

function SignUpDisabledDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog role="alertdialog" title="Sign-up Disabled" describedBy="off" onClose={onClose}>
      <p id="off" className="mb-6">
        On Aug. 1, sign-up was disabled for this demo, but the rest of the app stays up.
      </p>
      <Button className="w-full" onClick={onClose}>
        Got it
      </Button>
    </Dialog>
  );
}

/** On a phone both buttons share a row with the logo. */
const compact = 'max-sm:px-2.5 max-sm:text-sm';

export function AccountActions() {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  return (
    <>
      <nav aria-label="Account" className="flex flex-wrap gap-1 sm:order-1 sm:gap-3">
        <PageLink href={authPage} className={classNames(buttonClasses('secondary'), compact)}>
          Sign In
        </PageLink>
        <Button variant="dimmed" className={compact} aria-haspopup="dialog" onClick={() => setIsDialogOpen(true)}>
          Create Account
        </Button>
      </nav>
      {isDialogOpen && <SignUpDisabledDialog onClose={() => setIsDialogOpen(false)} />}
    </>
  );
}

/** Scrolls to the calculator and moves the focus into its first field. On the cloth of the picture. */
export function StartButton({ calculatorId }: { calculatorId: string }) {
  function goToCalculator() {
    const calculator = document.getElementById(calculatorId);
    // Each in its own task: the browser lays the page out for both, and can respond to the visitor in between.
    setTimeout(() => {
      calculator?.scrollIntoView();
      setTimeout(() => calculator?.querySelector('input')?.focus({ preventScroll: true }));
    });
  }

  return (
    <Button variant="secondary" className="absolute start-4 bottom-1 sm:bottom-2" onClick={goToCalculator}>
      Start Celebrating!
    </Button>
  );
}
