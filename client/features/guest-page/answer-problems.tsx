import { type GuestField, type GuestProblem, guestLimits } from '../../../domain/guests/guest-answer.ts';
import type { AnswerTrouble } from '../../../domain/guests/shown-invitation.ts';
import { inWords, tooLong } from '../../copy/problems.ts';

/** The fields in the order of the form, as the summary of problems names them. */
const fieldLabels: Record<GuestField, string> = {
  answer: 'Are you in?',
  dogs: 'Dogs',
  name: 'Your name',
  adults: 'Adults',
  children: 'Children',
  allergies: 'Allergies',
  note: 'Your note',
  email: 'Your email',
};

const atMost = `At most ${guestLimits.people}, please.`;
const noNumber = 'Please write a number, such as 2.';

const problemTexts: Record<GuestField, { [Problem in GuestProblem]?: string }> = {
  answer: { missing: "Going, maybe, or can't go?" },
  name: { missing: 'Please tell us your name.', 'too long': tooLong(guestLimits.name) },
  adults: {
    'not a number': noNumber,
    'too many': atMost,
    nobody: 'You said yes: at least one person or one dog has to come.',
  },
  children: { 'not a number': noNumber, 'too many': atMost },
  dogs: {
    missing: 'Please tell us the name of each dog.',
    'too long': tooLong(guestLimits.dogName),
    'too many': `At most ${guestLimits.dogs} dogs, please.`,
  },
  allergies: { 'too long': tooLong(guestLimits.allergies) },
  note: { 'too long': tooLong(guestLimits.note) },
  email: { 'too long': tooLong(guestLimits.email), 'not an address': "That doesn't look like an email." },
};

export function guestProblemTexts(problems: Partial<Record<GuestField, GuestProblem>>) {
  return inWords(problems, (field, problem) => problemTexts[field][problem] ?? 'Please check this.');
}

/** Why an answer was not accepted, beside its fields. */
const troubleTexts: Record<AnswerTrouble, string> = {
  'too many': 'Too many answers at once. Please send it again in a moment. Nothing you typed is lost.',
  'no room': "There's no room for that many. You keep your places. Ask your host for more.",
  over: "The party's over, so your answer didn't go through.",
  'moved on': "The party has changed meanwhile, so your answer didn't go through.",
  refused: "Your answer didn't go through. Please check it and send it again.",
  'not sent': "We can't be reached just now. Please send it again in a moment. Nothing you typed is lost.",
};

export const fieldId = (name: string) => `field-${name}`;

/** Says why an answer was not accepted, and links to each field that has a problem. It has the focus when the page comes back. */
export function AnswerProblems({
  problems,
  trouble,
}: {
  problems: Partial<Record<GuestField, string>>;
  trouble: AnswerTrouble | null;
}) {
  const fields = (Object.keys(fieldLabels) as GuestField[]).filter((field) => problems[field] !== undefined);
  if (fields.length === 0 && trouble === null) return null;
  return (
    <div
      id="problems"
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the page is a new one to a screen reader, and this is what is new on it.
      autoFocus
      className="rounded-field border-2 border-danger bg-danger-wash px-4 py-3"
    >
      <p className="font-bold">{trouble ? troubleTexts[trouble] : 'Almost there. Please have another look at this:'}</p>
      {fields.length > 0 && (
        <ul className="mt-1">
          {fields.map((field) => (
            <li key={field}>
              <a
                href={`#${fieldId(field)}`}
                // On a page that the app draws, the fragment holds the token and has to stay.
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(fieldId(field))?.focus();
                }}
                className="inline-flex min-h-11 items-center rounded-field text-ink underline underline-offset-4"
              >
                <span>
                  <strong>{fieldLabels[field]}:</strong> {problems[field]}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
