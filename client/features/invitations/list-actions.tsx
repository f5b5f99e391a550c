import { useState } from 'react';
import { guestListCsv, guestListText } from '../../../domain/guests/guest-list.ts';
import { invitationMessages } from '../../copy/invitation-messages.ts';
import { messages } from '../../copy/messages.ts';
import type { Guest } from '../../data/records/guests.ts';
import { Button } from '../../ui/button.tsx';
import { copyText, saveFile } from '../../ui/share.ts';
import { TextToCopy } from '../../ui/text-to-copy.tsx';
import { showSuccessInDialog } from '../../ui/toaster.tsx';

/** Returns a file name that every system accepts. */
function fileNameOf(title: string): string {
  const name = title
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return `${name || 'party'}-guests.csv`;
}

/** Exports the list: as text, or as a table for a spreadsheet. */
export function ListActions({ title, guests, isPast }: { title: string; guests: readonly Guest[]; isPast: boolean }) {
  const [isClipboardClosed, setIsClipboardClosed] = useState(false);
  const text = guestListText(title, guests, isPast);

  async function copy() {
    const outcome = await copyText(text);
    setIsClipboardClosed(outcome === 'refused');
    if (outcome === 'copied') showSuccessInDialog(messages.copied);
  }

  function save() {
    saveFile(new File([guestListCsv(guests)], fileNameOf(title), { type: 'text/csv;charset=utf-8' }));
    showSuccessInDialog(invitationMessages.listSaved);
  }

  return (
    <>
      <Button variant="secondary" onClick={() => void copy()}>
        Copy List
      </Button>
      <Button variant="secondary" onClick={save}>
        Save as CSV
      </Button>
      {isClipboardClosed && (
        <div className="w-full">
          <TextToCopy text={text} />
        </div>
      )}
    </>
  );
}
