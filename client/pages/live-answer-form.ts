/** What a script adds to the form of an answer, which works without one. */

/** Closes the form and keeps what is typed. Without a script the button empties it. */
function close(event: Event, within: string) {
  const form = event.target instanceof Element && event.target.closest(within)?.closest('form');
  if (!form) return;
  event.preventDefault();
  const answers = form.querySelectorAll<HTMLInputElement>('[name="answer"]');
  for (const answer of answers) answer.checked = false;
  // Clearing by script fires no event, so this one tells the table that the typed dog is gone.
  form.dispatchEvent(new Event('input', { bubbles: true }));
  answers[0]?.focus();
}

/** Leads from a pressed answer to the name. A keyboard may be on its way to another answer. */
function goOn(answer: EventTarget | null) {
  if (!(answer instanceof Element)) return;
  if (!answer.matches('.answer-bar [name="answer"]:checked:not(:focus-visible)')) return;
  answer.closest('form')?.querySelector<HTMLInputElement>('[name="name"]')?.focus();
}

/** Moves on from a chosen answer, and makes the form closable. Returns the function that undoes both. */
export function enlivenAnswerForm(): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  document.addEventListener('change', ({ target }) => goOn(target), { signal });
  document.addEventListener('click', (event) => close(event, '.answer-close'), { signal });
  document.addEventListener('keydown', (event) => event.key === 'Escape' && close(event, '.answer-bar form'), {
    signal,
  });
  // The answer whose press loaded the script.
  goOn(document.activeElement);
  return () => ending.abort();
}
