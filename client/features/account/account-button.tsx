import { useState } from 'react';
import type { Owner } from '../../backend/session.ts';
import { Button } from '../../ui/button.tsx';
import { AccountDialog } from './account-dialog.tsx';

/** Opens 'Your account'. */
export function AccountButton({ owner }: { owner: Owner }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="secondary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Your Account
      </Button>
      {isOpen && <AccountDialog owner={owner} onClose={() => setIsOpen(false)} />}
    </>
  );
}
