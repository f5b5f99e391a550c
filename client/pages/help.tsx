import { type ReactNode, useEffect, useState } from 'react';
import { securityContact } from '../../addresses/addresses.ts';
import { CastDog } from '../art/cast-dog.tsx';
import { Flags } from '../art/flags.tsx';
import { AccountActions } from '../features/landing/landing-buttons.tsx';
import { contentId, Footer, Header } from '../features/landing/landing-sections.tsx';
import { classNames } from '../ui/class-names.ts';

type PlainPageProps = {
  title: string;
  header: ReactNode;
  hasHelp?: boolean;
  className: string;
  children: ReactNode;
};

export function PlainPage({ title, header, hasHelp = true, className, children }: PlainPageProps) {
  return (
    <div className="flex min-h-dvh flex-col foot:has-[[aria-label=Places]]:pb-16">
      <title>{title}</title>
      {header}
      <main id={contentId} className={className}>
        {children}
      </main>
      <Footer hasHelp={hasHelp} />
    </div>
  );
}

const answers = [
  ['I forgot my password.', "Where you sign in, press 'Forgot password?'. You'll get a link."],
  ['I deleted a dog.', "Press Undo in the message. It won't leave while you're on it."],
  ['I have no network.', "Just go on. Changes wait, and go out once you're back."],
  ['I want to change my answer.', "Open the invite. Press 'Change Answer' or 'Already answered? Change it'."],
  ['I want everything you keep of me.', 'Open You, then Export. It all comes in one file.'],
  ['I want to leave.', 'Open You, then Delete Your Account. Everything goes with you.'],
] as const;

const keys = [
  ['Tab', 'goes on to the next thing. With Shift it goes back.'],
  ['Alt and T', 'lead to the messages, and to Undo.'],
  ['Escape', 'closes what is open.'],
  ['Arrow keys', "change numbers, dates and choices, and move a card's photo."],
  ['Plus and minus', "make a card's photo larger and smaller."],
] as const;

const words = [
  ['Human years', "A dog's age, as if the dog were a person."],
  ['Gotcha day', 'The day on which a dog came home.'],
  ['Puppy graduation', 'The day on which a puppy is half a year old.'],
  ['Pack', 'All your dogs.'],
  ['Answer', 'What a guest says to an invite.'],
] as const;

const sectionClasses = 'rounded-card p-5 shadow-card sm:p-8';

type EntriesProps = {
  title: string;
  entries: readonly (readonly [name: string, text: string])[];
  className: string;
  listClasses?: string;
};

/** `listClasses`: how its names and texts are laid out. */
function Entries({ title, entries, className, listClasses = rowClasses }: EntriesProps) {
  return (
    <section className={classNames('flex flex-col', sectionClasses, className)}>
      <h2 className="text-title">{title}</h2>
      <dl className={classNames('mt-4 grid grow gap-4', listClasses)}>
        {entries.map(([name, text]) => (
          <div key={name}>
            <dt className="font-bold">{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A row for each name, with its text below it on a phone, and beside it elsewhere. */
const rowClasses = 'sm:grid-cols-[max-content_1fr] sm:items-baseline sm:*:contents';

/** Returns the address that the operator has published, for a link; null if there is none. */
function useContact(): string | null {
  const [contact, setContact] = useState<string | null>(null);
  useEffect(() => {
    const read = async () => {
      const response = await fetch(securityContact);
      const [, address = null] =
        /^Contact: ((?:mailto|https):\S+)$/m.exec(response.ok ? await response.text() : '') ?? [];
      setContact(address);
    };
    read().catch(() => undefined);
  }, []);
  return contact;
}

/**
 * Short answers, the words and keys of Wagday, and the statement of accessibility, which docs/accessibility.md proves. The build renders it
 * as well, so that it can be read without a script.
 */
export function Help({ header = <Header account={<AccountActions />} /> }: { header?: ReactNode }) {
  const contact = useContact();
  return (
    <PlainPage
      title="Help on Wagday"
      header={header}
      hasHelp={false}
      className="mx-auto grid w-full max-w-page grow content-start gap-5 px-4 py-6 sm:px-6 lg:grid-cols-2"
    >
      <div className="relative flex items-end justify-between overflow-hidden rounded-card bg-apricot-wash px-5 pt-14 sm:px-8 lg:col-span-2 lg:justify-start lg:gap-8 lg:pt-0">
        <Flags className="absolute inset-x-0 top-0 h-11 w-full" />
        <h1 className="pb-5 text-number">Help</h1>
        <CastDog size="medium" className="w-28 shrink-0 lg:-mb-2 lg:w-34" />
      </div>
      <Entries
        title="Short Answers"
        entries={answers}
        className="bg-card lg:col-span-2"
        listClasses="gap-x-8 sm:grid-cols-2 lg:grid-cols-3"
      />
      <Entries title="Words" entries={words} className="bg-sky-wash not-any-pointer-fine:col-span-full" />
      <Entries
        title="Keys"
        entries={keys}
        className="bg-card not-any-pointer-fine:hidden"
        listClasses={`${rowClasses} [&_dt]:w-fit [&_dt]:rounded-field [&_dt]:border-2 [&_dt]:border-b-4 [&_dt]:border-edge [&_dt]:bg-field [&_dt]:px-2.5`}
      />
      <section className={classNames(sectionClasses, 'grid gap-x-8 bg-card lg:col-span-2 lg:grid-cols-2')}>
        <h2 className="text-title">Open to Everyone</h2>
        <p className={classNames('mt-2 lg:row-start-2', contact || 'lg:col-start-2 lg:row-start-1! lg:mt-0')}>
          Wagday is built to meet WCAG 2.2, level AA. What it writes and draws itself aims at AAA. Keys, zoom, large
          text and colors are tested with every change. What owners and guests write or upload is their own.
        </p>
        {contact && (
          <>
            <h3 className="max-lg:mt-5">Something in your way?</h3>
            <p className="mt-2 wrap-anywhere">
              That's a bug, and we want to hear of it. Write to{' '}
              <a href={contact} className="font-bold underline underline-offset-4">
                {contact.replace('mailto:', '')}
              </a>
              .
            </p>
          </>
        )}
      </section>
    </PlainPage>
  );
}
