import { expect, test } from 'vitest';
import {
  companyText,
  guestCounts,
  guestListCsv,
  guestListText,
  guestsOf,
  headsText,
  type ListedGuest,
} from './listed-guests.ts';

const mia: ListedGuest = {
  name: 'Mia',
  answer: 'yes',
  adults: 2,
  children: 1,
  dogs: [
    { name: 'Rex', size: 'giant' },
    { name: 'Pip', size: null },
  ],
  allergies: 'peanuts',
  note: 'We come late.\nSave cake!',
  email: 'mia@example.com',
  brings: ['Salad', 'Plates'],
  waitingSince: null,
};
const ben: ListedGuest = { ...mia, name: 'Ben', answer: 'no', adults: 0, children: 0, dogs: [], allergies: null };
const eve: ListedGuest = { ...mia, name: 'Eve', answer: 'maybe', brings: [], note: null, email: null };
const tom: ListedGuest = { ...eve, name: 'Tom', answer: 'yes', waitingSince: '2026-06-02T10:00:00+00:00' };
const ann: ListedGuest = { ...tom, name: 'Ann', waitingSince: '2026-06-01T10:00:00.5+00:00' };

test('people and dogs are counted of those who come, answers of all @10.274', () => {
  expect(guestCounts([mia, ben, eve, tom, { ...mia, adults: 1, children: 0, dogs: [] }])).toEqual({
    ...{ yes: 2, maybe: 1, no: 1, waiting: 1 },
    ...{ people: 4, adults: 3, children: 1, dogs: 2 },
  });
});

test('waiting guests are in the order in which they came', () => {
  expect(guestsOf([tom, mia, ann], 'waiting').map(({ name }) => name)).toEqual(['Ann', 'Tom']);
});

test.for([
  [{ people: 1, dogs: 1 }, '1 person and 1 dog'],
  [{ people: 7, dogs: 0 }, '7 people'],
  [{ people: 0, dogs: 3 }, '3 dogs'],
  [{ people: 0, dogs: 0 }, ''],
] as const)('heads in words: %j is "%s"', ([heads, text]) => {
  expect(headsText(heads)).toBe(text);
});

test('the company of a guest is told in words', () => {
  expect(companyText({ adults: 1, children: 2 })).toBe('1 adult, 2 children');
  expect(companyText({ adults: 0, children: 1 })).toBe('1 child');
  expect(companyText({ adults: 2, children: 0 })).toBe('2 adults');
});

test('the list as text groups the guests, each on one line', () => {
  expect(guestListText('Cake Day', [ben, tom, mia])).toBe(
    [
      'Cake Day',
      'Coming: 3 people and 2 dogs',
      '',
      'Coming (1)',
      '- Mia; 2 adults, 1 child; with Rex (giant), Pip; allergies: peanuts; brings Salad, Plates; “We come late. / Save cake!”',
      '',
      'Waitlist (1)',
      '- Tom; 2 adults, 1 child; with Rex (giant), Pip; allergies: peanuts',
      '',
      'Not coming (1)',
      '- Ben; brings Salad, Plates; “We come late. / Save cake!”',
    ].join('\n'),
  );
  expect(guestListText('Cake Day', [])).toBe('Cake Day\nNobody has said yes so far');
});

test('the list leaves out what a guest has not told, and the company of one who does not come', () => {
  const plain = { ...mia, allergies: null, note: null, brings: [] };
  const pair = { ...plain, name: 'Max', children: 0, dogs: [] };
  const dogOnly = { ...plain, name: 'Zoe', adults: 0, children: 0, dogs: [{ name: 'Rex', size: null }] };
  expect(guestListText('Cake Day', [pair, dogOnly]).split('\n').slice(-2)).toEqual([
    '- Max; 2 adults',
    '- Zoe; with Rex',
  ]);
  expect(
    guestListText('Cake Day', [{ ...mia, answer: 'no', note: null, brings: [] }])
      .split('\n')
      .at(-1),
  ).toBe('- Mia; allergies: peanuts');
  expect(guestListCsv([{ ...pair, email: null }]).split('\r\n')[1]).toBe('Max,Coming,2,0,0,,,,,');
});

test('the table has quotes where RFC 4180 asks for them, and lines that end in CR LF', () => {
  const quoted = { ...mia, name: 'Mia "Mimi" Moss', note: 'Late,\nsorry' };
  expect(guestListCsv([quoted])).toBe(
    '\uFEFFName,Answer,Adults,Children,Dogs,Dog names,Allergies,Brings,Note,E-mail\r\n' +
      '"Mia ""Mimi"" Moss",Coming,2,1,2,"Rex (giant), Pip",peanuts,"Salad, Plates","Late,\nsorry",mia@example.com\r\n',
  );
});

test.for([
  ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '\tMia'],
  ...['Hi;=cmd()', 'Hi; "=cmd()"', 'Hi\n=1', 'Hi\r\n@SUM(A1)', 'Hi\t-1', "Hi;'+1", 'Hi|=1', ';=1;=2'],
])('a guest cannot put a formula into a spreadsheet, whatever separates there: %j @10.283', (formula) => {
  const table = guestListCsv([{ ...mia, name: formula, note: formula, allergies: null }]).split('E-mail\r\n')[1] ?? '';
  for (const separator of [/[\r\n]+/, /[;\r\n]/, /[\t\r\n]/, /[|\r\n]/, /,(?=")|^/]) {
    const fields = table.split(separator).map((field) => field.replace(/^[\s"]+/, ''));
    expect(fields.filter((field) => /^[=+\-@＝＋－＠]/.test(field))).toEqual([]);
  }
  expect(table.replaceAll("'", '')).toContain(formula.replaceAll("'", '').replaceAll('"', '""'));
});
