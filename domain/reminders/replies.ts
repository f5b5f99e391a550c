/** What a host is told of the answers to an invitation. Names are guests' own words, so they are kept short. */

import { isolated, shortened } from '../text/text.ts';
import type { GuestReply } from './reminders.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });
const nameLength = 24;

const words = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

function inWords(count: number): string {
  return words[count] ?? String(count);
}

/** What mail programs make a link of, or a mention. Anybody with the link of a party may have typed it. */
const linkParts = /[./@:\u3002\uff0e\uff61]/;

/** "Anna", "Anna and Ben", "Anna and two more", "somebody". */
function who(replies: readonly GuestReply[]): string {
  const names = replies.flatMap(({ name }) => (linkParts.test(name) ? [] : [isolated(shortened(name, nameLength))]));
  const [first, second] = names;
  if (first === undefined) return replies.length === 1 ? 'somebody' : `${inWords(replies.length)} guests`;
  if (replies.length === 1) return first;
  return `${first} and ${replies.length === 2 && second !== undefined ? second : `${inWords(replies.length - 1)} more`}`;
}

/** "Three answers for Luna's party: Anna and two more are coming". @param replies of one party, at least one */
export function repliesLine(replies: readonly GuestReply[]): string {
  const groups: [readonly GuestReply[], one: string, several: string][] = [
    [replies.filter(({ answer, isWaiting }) => answer === 'yes' && !isWaiting), 'is coming', 'are coming'],
    [replies.filter(({ isWaiting }) => isWaiting), 'is on the waiting list', 'are on the waiting list'],
    [replies.filter(({ answer }) => answer === 'maybe'), 'might come', 'might come'],
    [replies.filter(({ answer }) => answer === 'no'), 'cannot come', 'cannot come'],
  ];
  const clauses = groups
    .filter(([group]) => group.length > 0)
    .map(([group, one, several]) => `${who(group)} ${group.length === 1 ? one : several}`);
  const count = inWords(replies.length);
  const answers = `${count.charAt(0).toUpperCase()}${count.slice(1)} ${replies.length === 1 ? 'answer' : 'answers'}`;
  return `${answers} for ${isolated(replies[0]?.partyTitle ?? '')}: ${list.format(clauses)}`;
}
