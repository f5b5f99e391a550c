import type { ReactNode } from 'react';
import { guestListCsv, guestListText } from '../../../domain/guests/listed-guests.ts';
import { fileNameOf } from '../../../domain/text/text.ts';
import { invitationMessages } from '../../copy/invitation-messages.ts';
import { messages } from '../../copy/messages.ts';
import type { Guest } from '../../data/records/guests.ts';
import { useSharing } from '../../shared/share/use-sharing.ts';
import { Menu, menuItemClasses } from '../../ui/menu.tsx';
import { saveFile } from '../../ui/share.ts';
import { TextToCopy } from '../../ui/text-to-copy.tsx';
import { showSuccess } from '../../ui/toaster.tsx';

type ListMenuProps = {
  title: string;
  guests: readonly Guest[];
  isPast: boolean;
  children?: ReactNode;
};

export function ListMenu({ title, guests, isPast, children }: ListMenuProps) {
  const { copy, textToCopy } = useSharing({ title, text: guestListText(title, guests, isPast), url: null });

  function save() {
    saveFile(
      new File([guestListCsv(guests)], fileNameOf(`${title} guests`, 'csv'), { type: 'text/csv;charset=utf-8' }),
    );
    showSuccess(invitationMessages.listSaved);
  }

  return (
    <>
      <Menu label="More for the guest list">
        <button type="button" className={menuItemClasses} onClick={() => void copy(messages.copied)}>
          Copy List
        </button>
        <button type="button" className={menuItemClasses} onClick={save}>
          Save as CSV
        </button>
        {children}
      </Menu>
      {textToCopy && <TextToCopy text={textToCopy} />}
    </>
  );
}
