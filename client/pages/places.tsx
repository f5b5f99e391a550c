import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { homePage, type Place, partiesHash, placeInHash, plainPath, youHash } from '../../addresses/addresses.ts';
import { takeAskedPlace } from '../data/drafts/asked-place.ts';
import { PersonIcon } from '../ui/app-icons.tsx';
import { goBack, onceClosed } from '../ui/back-to-close.ts';
import { classNames } from '../ui/class-names.ts';
import { bringIntoView, focusOrHeading } from '../ui/focus.ts';
import { PartyHatIcon, PawIcon } from '../ui/icons.tsx';
import { PageLink } from '../ui/page-link.tsx';

/**
 * The owner's pages are hashes of the home page. Each visit is an entry in the history, whose state holds its id, so that going back
 * restores the scroll position. `isInner` says that the owner came from another of these pages.
 */
const key = 'wagdayVisit';

type Visit = { id: number; isInner: boolean };

const positions = new Map<number, number>();
// Starts above any id that an earlier document has left in the history.
let lastId = Math.floor(performance.timeOrigin);

function currentVisit(): Visit | null {
  const visit: unknown = window.history.state?.[key];
  const isVisit = typeof visit === 'object' && visit !== null && 'id' in visit && 'isInner' in visit;
  return isVisit ? (visit as Visit) : null;
}

/** Shows another page in the same entry of the history. */
function replaceHash(hash: string) {
  window.history.replaceState(window.history.state, '', hash || window.location.pathname + window.location.search);
}

/** Leaves a page: goes back if another page of the owner led there, otherwise to the page above it (the pack if the hash is empty). */
export function leavePlace(parentHash: string) {
  if (currentVisit()?.isInner) goBack();
  else onceClosed(() => replaceHash(parentHash));
}

/** Returns the visible link of this page that opens the page with the hash. */
export function linkTo(hash: string): HTMLElement | undefined {
  const to = CSS.escape(hash || homePage);
  const links = [...document.querySelectorAll<HTMLElement>(`main a[href="${to}"]:not([aria-hidden])`)];
  return links.find((link) => link.checkVisibility());
}

/** Returns whether nothing is focused. The browser takes the focus off what has been hidden only a moment later. */
function isNowhere(): boolean {
  const { activeElement } = document;
  return !activeElement || activeElement === document.body || !activeElement.checkVisibility();
}

/**
 * Focuses the link of a page to the one that was just left, or else the heading. The code of a page may still be on its way, so this
 * waits for them until the reader moves the focus. Returns the function that ends the wait.
 * @param leftHash null for a page that is new
 */
function focusPage(leftHash: string | null): () => void {
  const focus = () => {
    const link = leftHash === null ? undefined : linkTo(leftHash);
    if (link) bringIntoView(link);
    else focusOrHeading();
    return link !== undefined;
  };
  const observer = new MutationObserver(() => {
    const isWaiting = isNowhere() || document.activeElement?.matches('main h1');
    const isDone = !isWaiting || focus() || (leftHash === null && !isNowhere());
    if (isDone) observer.disconnect();
  });
  if (!focus()) observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Returns the place that the address names. Scrolls a new page to its top and focuses its heading; going back restores both. */
export function usePlace(): Place {
  const [path] = useLocation();
  const hash = useLocationProperty(() => window.location.hash);
  const last = useRef<string | null>(null);

  useEffect(() => {
    // A sign-in leads to the home page first.
    const asked = plainPath(path) === homePage ? takeAskedPlace() : null;
    if (asked && !window.location.hash) window.location.hash = asked;
  }, [path]);

  useEffect(() => {
    const note = () => {
      const visit = currentVisit();
      if (visit && window.location.hash === last.current) positions.set(visit.id, window.scrollY);
    };
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, []);

  useLayoutEffect(() => {
    const left = last.current;
    last.current = hash;
    const visit = currentVisit();
    const position = visit && positions.get(visit.id);
    if (!visit || (left === null && position === undefined)) {
      lastId += 1;
      const noted: Visit = { id: lastId, isInner: visit?.isInner ?? left !== null };
      window.history.replaceState({ ...window.history.state, [key]: noted }, '');
    }
    // The browser itself restores the position of the first page.
    if (left === null || left === hash) return;
    window.scrollTo({ top: position ?? 0, behavior: 'instant' });
    // The links to the page of a dog name no day.
    return focusPage(visit ? left.replace(/&.*/, '') : null);
  }, [hash]);

  return placeInHash(hash);
}

const tabs: readonly { name: Place['name']; href: string; label: string; icon: ReactNode }[] = [
  { name: 'pack', href: homePage, label: 'Pack', icon: <PawIcon /> },
  { name: 'parties', href: partiesHash, label: 'Parties', icon: <PartyHatIcon /> },
  { name: 'you', href: youHash(), label: 'You', icon: <PersonIcon /> },
];

/**
 * The three places: in the header of a wide window, at the foot of a phone or an upright tablet. On a phone the page of a record has its own
 * bar there, unless `isOnPhone`. `news` counts the answers that the host has not seen.
 */
export function PlacesBar({ place, news, isOnPhone = false }: { place: Place; news: number; isOnPhone?: boolean }) {
  const isInner = place.name === 'dog' || place.name === 'card' || place.name === 'party';
  const open = isInner ? (place.name === 'party' ? 'parties' : 'pack') : place.name;
  return (
    <nav
      aria-label="Places"
      className={classNames(
        'foot:fixed foot:inset-x-0 foot:bottom-0 foot:z-20 foot:border-t-2 foot:border-line foot:bg-card foot:pb-[env(safe-area-inset-bottom)] print:hidden',
        isInner && !isOnPhone && (place.name === 'party' ? 'max-sm:in-[:has(.foot-bar)]:hidden' : 'max-sm:hidden'),
      )}
    >
      <ul className="flex flex-wrap sm:gap-1 foot:flex-nowrap">
        {tabs.map(({ name, href, label, icon }) => (
          <li key={name} className="flex-1">
            <PageLink
              href={place.name === 'elsewhere' ? href.replace(/^#/, `${homePage}#`) : href}
              aria-current={place.name === name ? 'page' : open === name || undefined}
              className={classNames(
                'relative flex min-h-11 items-center justify-center gap-x-2 rounded-field px-1.5 font-display font-bold sm:px-3 foot:min-h-16 foot:flex-col foot:text-sm foot:[font-size:min(var(--text-sm),7vw)]',
                open === name
                  ? 'text-ink bg-apricot-wash before:absolute before:inset-x-3 before:bottom-0 before:border-t-3 foot:before:-top-0.5 foot:before:bottom-auto foot:bg-transparent'
                  : 'text-ink-soft hover:text-ink',
              )}
            >
              <span
                className={classNames(
                  'foot:rounded-pill foot:px-4 foot:py-0.5',
                  open === name && 'foot:bg-apricot-wash',
                )}
              >
                {icon}
              </span>
              {label}
              {name === 'parties' && news > 0 && (
                <span className="grid h-[1.25rem] min-w-[1.25rem] place-items-center rounded-pill bg-ink px-1.5 font-sans text-sm leading-none text-card foot:absolute foot:start-1/2 foot:top-0.5 foot:ms-2">
                  {news}
                  <span className="sr-only">{news === 1 ? ' new answer' : ' new answers'}</span>
                </span>
              )}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Replaces the address of a record that is not, or no longer, there by that of the page above it. */
export function useLeaveUnknown(isUnknown: boolean, parentHash: string) {
  useEffect(() => {
    if (isUnknown) replaceHash(parentHash);
  }, [isUnknown, parentHash]);
}
