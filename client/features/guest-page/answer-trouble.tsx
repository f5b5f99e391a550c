import type { GuestField } from '../../../domain/guests/guest-answer.ts';
import type { AnswerTrouble } from '../../../domain/guests/invitation-page.ts';
import { fieldId } from './answer-fields.tsx';
import { fieldLabels, troubleTexts } from './answer-words.ts';

/** Says why an answer was not taken, with a link to each field that has a problem. It has the focus when the page comes back. */
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
                // Where the app draws the page its token stands behind `#`, and has to stay there.
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
