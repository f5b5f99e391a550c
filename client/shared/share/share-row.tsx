import type { ComponentType } from 'react';
import { shortened } from '../../../domain/text/text.ts';
import { CopyIcon, FacebookIcon, InstagramIcon, WhatsAppIcon, XIcon } from '../../art/share-icons.tsx';
import { type Message, messages } from '../../copy/messages.ts';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { saveFile } from '../../ui/share.ts';
import { type PictureInTime, type ShareText, wholeText } from './use-sharing.ts';

function whatsAppUrl(text: string): string {
  // Encodes spaces as %20, because some of its apps show a plus sign as it is.
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
}

/** Returns the address that opens X with a drafted post, which ends in the link if there is one. */
function xIntentUrl(text: string, url: string | null): string {
  return `https://twitter.com/intent/tweet?${new URLSearchParams({ text, ...(url !== null && { url }) })}`;
}

/** Returns the address of Facebook's sharer for an address. Facebook may leave the quote out. */
function facebookSharerUrl(address: string, quote: string): string {
  return `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: address, quote })}`;
}

/** The longest text that goes into an address, in characters. */
const longest = 1_000;
/** A post on X has 280 characters. An address counts as 23 of them, whatever its length, and a space precedes it. */
const longestOnX = 280 - 24;

const placeClasses =
  'flex min-h-16 w-full min-w-11 flex-col items-center justify-center gap-1 rounded-field px-0.5 py-2 text-sm leading-tight text-ink transition duration-quick hover:bg-apricot-wash active:scale-95';

type Icon = ComponentType<{ className?: string }>;

type PlaceLinkProps = {
  href: string;
  icon: Icon;
  name: string;
  onClick?: (() => void) | undefined;
};

function PlaceLink({ icon: PlaceIcon, name, ...link }: PlaceLinkProps) {
  return (
    <li>
      <NewTabLink {...link} className={placeClasses} icon={<PlaceIcon className="size-7" />}>
        {name}
      </NewTabLink>
    </li>
  );
}

function PlaceButton({ icon: PlaceIcon, name, onClick }: { icon: Icon; name: string; onClick: () => void }) {
  return (
    <li>
      <button type="button" className={placeClasses} onClick={onClick}>
        <PlaceIcon className="size-7" />
        {name}
      </button>
    </li>
  );
}

type ShareRowProps = {
  words: ShareText;
  picture: PictureInTime;
  copy: (done: Message) => void;
  onOpen?: () => void;
};

/**
 * The places where people share, as icons with their names: in one row, or in two if the names have no room. `copy` copies the words
 * and says what was done; `onOpen` is called when a place opens in a new tab.
 */
export function ShareRow({ words, picture, copy, onOpen }: ShareRowProps) {
  const { text, url, rest = '' } = words;
  // The address is never cut.
  const message = wholeText({ ...words, text: shortened(text, longest), rest: shortened(rest, longest) });
  async function copyForInstagram() {
    // Instagram accepts neither text nor picture from a page, so both are prepared for its app. The words come first, because browsers
    // let a page copy only right after a press.
    copy(messages.copiedForInstagram);
    const file = await picture();
    if (file) saveFile(file);
  }

  return (
    <div className="@container print:hidden">
      <ul
        aria-label="Places to share"
        className="flex flex-wrap justify-evenly gap-y-1 *:basis-1/3 @min-[18.5rem]:*:basis-auto"
      >
        <PlaceLink name="WhatsApp" href={whatsAppUrl(message)} icon={WhatsAppIcon} onClick={onOpen} />
        <PlaceLink name="X" href={xIntentUrl(shortened(text, longestOnX), url)} icon={XIcon} onClick={onOpen} />
        <PlaceLink
          name="Facebook"
          // Facebook accepts nothing without an address.
          href={facebookSharerUrl(url ?? `${window.location.origin}/`, message)}
          icon={FacebookIcon}
          onClick={() => {
            copy(messages.copiedForFacebook);
            onOpen?.();
          }}
        />
        <PlaceButton name="Instagram" icon={InstagramIcon} onClick={() => void copyForInstagram()} />
        <PlaceButton name="Copy" icon={CopyIcon} onClick={() => copy(messages.copied)} />
      </ul>
    </div>
  );
}
