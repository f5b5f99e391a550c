/** The pages of the app that are only read. */
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { securityContact } from '../../addresses/addresses.ts';
import { LostDog } from '../art/lost-dog.tsx';
import { AccountActions } from '../features/landing/landing-buttons.tsx';
import { contentId, Footer, Header } from '../features/landing/landing-sections.tsx';
import { useSignOut } from '../shared/sign-out.tsx';
import { Button, buttonClasses } from '../ui/button.tsx';
import { PageLink } from '../ui/page-link.tsx';

function SignOut() {
  const [leave, question] = useSignOut();
  return (
    <nav aria-label="Account" className="sm:order-1">
      <Button variant="secondary" onClick={() => void leave()}>
        Sign Out
      </Button>
      {question}
    </nav>
  );
}

function PlainPage({
  title,
  isSignedIn,
  className,
  children,
}: {
  title: string;
  isSignedIn: boolean;
  className: string;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{title}</title>
      <Header account={isSignedIn ? <SignOut /> : <AccountActions />} />
      <main id={contentId} className={className}>
        {children}
      </main>
      <Footer />
    </div>
  );
}

export function NotFoundPage({ isSignedIn }: { isSignedIn: boolean }) {
  const [path] = useLocation();

  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the specification requires unknown routes to be logged.
    console.error('404: no page at', path);
  }, [path]);

  return (
    <PlainPage
      title="Page not found on Wagday"
      isSignedIn={isSignedIn}
      className="grid grow place-content-center justify-items-center gap-3 px-4 py-10 text-center"
    >
      <LostDog className="w-96 max-w-full" />
      <h1 className="text-hero">404</h1>
      <p className="mb-3 text-title">Oops! Page not found</p>
      <PageLink href="/" className={buttonClasses('primary', 'large')}>
        Return to Home
      </PageLink>
    </PlainPage>
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

function Entries({ title, entries }: { title: string; entries: readonly (readonly [name: string, text: string])[] }) {
  return (
    <section className="rounded-card bg-card p-5 shadow-card sm:p-8">
      <h2 className="text-title">{title}</h2>
      <dl className="mt-3 grid gap-3">
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

/** Short answers, the keys and words of Wagday, and the statement of accessibility, which docs/accessibility.md proves. */
export function HelpPage({ isSignedIn }: { isSignedIn: boolean }) {
  const contact = useContact();
  return (
    <PlainPage
      title="Help on Wagday"
      isSignedIn={isSignedIn}
      className="mx-auto grid w-full max-w-page grow content-start gap-5 px-4 py-6 sm:px-6 lg:grid-cols-2"
    >
      <h1 className="lg:col-span-2">Help</h1>
      <Entries title="Short Answers" entries={answers} />
      <Entries title="Keys" entries={keys} />
      <Entries title="Words" entries={words} />
      <section className="rounded-card bg-card p-5 shadow-card sm:p-8">
        <h2 className="text-title">Open to Everyone</h2>
        <p className="mt-3">
          Wagday is built to meet WCAG 2.2, level AA. What it writes and draws itself aims at AAA. Keys, zoom, large
          text and colors are tested with every change. What owners and guests write or upload is their own.
        </p>
        <h3 className="mt-5">Something in your way?</h3>
        <p className="mt-1 wrap-anywhere">
          That's a bug, and we want to hear of it.{' '}
          {contact ? (
            <span>
              Write to{' '}
              <a href={contact} className="font-bold underline underline-offset-4">
                {contact.replace('mailto:', '')}
              </a>
              .
            </span>
          ) : (
            <span>Tell the people who run this Wagday.</span>
          )}
        </p>
      </section>
    </PlainPage>
  );
}
