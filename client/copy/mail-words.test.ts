import { expect, test } from 'vitest';
import type { GuestMail } from '../../domain/guests/mails-to-guests.ts';
import { samplePages } from '../entries/invitation-samples.ts';
import { calledOffGroups, mailMessages, ownLinkMail, tellingWords, waitingMailLines } from './mail-words.ts';

const now = new Date(2026, 5, 15, 12).getTime();
const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
const guests = ['Ann', 'Ben', 'Cid', 'Dot', 'Eve'].map((name) => ({
  ...{ id: name, name, email: name === 'Eve' ? 'ann@b.c' : `${name}@b.c` },
}));
const mail = (guest: string, changes: Partial<GuestMail> = {}): GuestMail => ({
  ...{ guest, kind: 'link', state: 'waits', at: at(0), waitsFor: null, ...changes },
});

const [, page] = samplePages;
const ada = page?.kind === 'invitation' ? page.view.guest : null;

test('While nothing is sent, no text about mails to guests says that anything was. @10.191', () => {
  if (!ada) throw new Error('the second sample is an answer');
  const reasons = [null, 'turn', 'proof', 'limit'] as const;
  const unsent = reasons.flatMap((mailWaits) =>
    [true, false].map((isMailed) => ownLinkMail({ ...ada, isMailed, mailWaits, mailedAt: null })),
  );
  const waiting = [null, 'proof', 'limit'] as const;
  const lines = waitingMailLines(
    waiting.flatMap((waitsFor) => [mail('Ann', { waitsFor }), mail('Ben', { waitsFor, at: at(3) })]),
    guests,
    now,
  );
  const toasts = [
    mailMessages.wordSent(2),
    mailMessages.linkMailed('a@b.c', false),
    mailMessages.linkMailed('a@b.c', true),
  ];
  const tellings = [true, false, null].map((isProven) => tellingWords(2, 1, isProven));
  const groups = [calledOffGroups.waits, calledOffGroups.unknown];
  const texts = [...unsent, ...lines, ...toasts.flatMap(Object.values), ...tellings, ...groups];
  expect(texts.filter((text) => /\b(e?mailed|sent|told|gets?|heard?|hears)\b/i.test(text))).toEqual([]);
  expect(ownLinkMail({ ...ada, mailedAt: at(0) })).toBe('We emailed it to ada@example.org');
  expect(ownLinkMail({ ...ada, email: null })).toBe('');
});

test('A host reads which mails wait, why, until when, and which did not go out. @10.191', () => {
  const read = (...mails: GuestMail[]) => waitingMailLines(mails, guests, now);
  expect(read(mail('Ann', { state: 'sent' }))).toEqual([]);
  expect(read(mail('Ann'), mail('Ben'))).toEqual(['2 emails are about to go out.']);
  expect(read(mail('Ann', { at: at(0.5) }))).toEqual(['1 email goes out at 12:30 PM.']);
  // Ann and Eve left the same address. What is news to both is mailed there once, but each has a link of their own.
  const toBoth = (kind: GuestMail['kind']) => read(mail('Ann', { kind }), mail('Eve', { kind }));
  expect(toBoth('change')).toEqual(['1 email is about to go out.']);
  expect(toBoth('link')).toEqual(['2 emails are about to go out.']);
  expect(read(mail('Ann', { waitsFor: 'proof' }))).toEqual(['1 email waits until you confirm yours.']);
  const beyond = { waitsFor: 'limit', at: at(13) } as const;
  expect(read(mail('Ann', beyond), mail('Ben', { ...beyond, at: at(37) }))).toEqual([
    "2 emails wait: today's limit is reached. The next go out tomorrow at 1:00 AM.",
  ]);
  expect(read(mail('Ann', { ...beyond, at: at(61) }))).toEqual([
    "1 email waits: today's limit is reached. It goes out on Thu, Jun 18 at 1:00 AM.",
  ]);
  const missed = guests.map(({ id }) => mail(id, { kind: 'reminder', state: 'missed' }));
  expect(read(...missed)).toEqual(["We couldn't email Ann, Ben, Cid, and 2 more guests. Please tell them yourself."]);
  expect(read(mail('gone', { state: 'missed' }))).toEqual([]);
});
