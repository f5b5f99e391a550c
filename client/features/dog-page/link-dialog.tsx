import { encode } from 'uqr';
import { dogLink } from '../../../addresses/link-to-dog.ts';
import { isolated, joined } from '../../../domain/text/text.ts';
import { messages } from '../../copy/messages.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { useSharing } from '../../shared/share/use-sharing.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ShareIcon } from '../../ui/icons.tsx';
import { TextToCopy } from '../../ui/text-to-copy.tsx';
import './poster.css';

/** The longest link, in letters, of a code that is read back from 20 mm of paper: one of 69 modules, of which a quarter may be spoilt. */
const longestInCode = 241;

/** Returns the link of the code. It leaves out the breed, and then the name, where they would make the code too fine. */
export function linkInCode(dog: Dog, origin: string): string {
  const nameless = { ...dog, name: null, breed: null };
  const links = [dog, { ...dog, breed: null }, nameless].map((said) => origin + dogLink(said));
  return links.find(({ length }) => length <= longestInCode) ?? origin + dogLink(nameless);
}

/** A link as a code for cameras, with the quiet zone around it that they need. On every ground it is black on white. */
export function LinkCode({ link, label, className }: { link: string; label: string; className?: string }) {
  const { size, data } = encode(link, { ecc: 'Q', border: 4 });
  const path = data.map((row, y) => {
    const modules = row.map(Number).join('');
    return Array.from(modules.matchAll(/1+/g), ({ index, 0: run }) => `M${index} ${y}h${run.length}v1H${index}z`);
  });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path.flat().join('')} fill="#000" />
    </svg>
  );
}

/** A link that brings a dog along, for adopters, littermates and sitters: to share, to scan and to print. No request is sent for it. */
export function LinkDialog({ dog, onClose }: { dog: Dog; onClose: () => void }) {
  const { origin } = window.location;
  const name = isolated(dog.name);
  const code = linkInCode(dog, origin);
  const told = ['name', 'birthday', 'size', ...(dog.breed ? ['breed'] : []), ...(dog.gotchaDate ? ['gotcha day'] : [])];
  const title = `A Link for ${dog.name}`;
  const { share, copy, isWaiting, textToCopy } = useSharing({ title, text: origin + dogLink(dog), url: null });
  return (
    <Dialog title={title} closeLabel="Close" onClose={onClose}>
      <div className="grid grid-cols-1 justify-items-center gap-4 text-center print:hidden">
        <p className="wrap-anywhere">Opens Wagday with {name} already filled in.</p>
        <LinkCode
          link={code}
          label={`Code that opens the link for ${name}`}
          className="w-full max-w-60 rounded-field border-2 border-line"
        />
        <div className="flex flex-wrap justify-center gap-2">
          <Button aria-busy={isWaiting} onClick={() => void share()}>
            <ShareIcon />
            Share Link
          </Button>
          <Button variant="secondary" onClick={() => void copy(messages.copied)}>
            Copy Link
          </Button>
          <Button variant="secondary" onClick={() => window.print()}>
            Print Twelve to Cut
          </Button>
        </div>
        {textToCopy && <TextToCopy text={textToCopy} />}
        <p className="text-sm text-ink-soft">It tells {joined(told)}.</p>
      </div>
      {/* To cut. Paper shows nothing else. */}
      <ol className="sheet-of-paper hidden grid-cols-3 text-center text-sm leading-tight print:grid">
        {Array.from({ length: 12 }, (_, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: all are the same.
            key={index}
            className="grid h-[63mm] break-inside-avoid content-center justify-items-center overflow-hidden border border-edge border-dashed px-[3mm] py-[2mm]"
          >
            <LinkCode link={code} label={`Code of ${dog.name}`} className="size-[39mm]" />
            <bdi className="text-base font-bold wrap-anywhere">{dog.name}</bdi>
            <span>Scan me for my birthdays</span>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
