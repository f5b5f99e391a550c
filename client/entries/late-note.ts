/**
 * The note in both documents that the code of the page has not arrived. It is below what the page shows, which goes on; the build puts it
 * there, hidden (prerender.tsx). The scripts in the heads show it.
 */

/** How long code may take to arrive before the note is shown, in milliseconds. */
export const patience = 10_000;

/** Shows or hides the note, as soon as the page is read as far as there. @param loadAgain what its button does */
export function showNote(isLate: boolean, loadAgain: () => unknown = () => location.reload()) {
  const note = document.getElementById('late');
  if (note) {
    note.hidden = !isLate;
    (note.lastChild as HTMLElement).onclick = loadAgain;
  } else setTimeout(showNote, 99, isLate, loadAgain);
}
