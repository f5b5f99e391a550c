/**
 * The note in both documents that the code of the page has not arrived. It is below what the page shows, which goes on; the build puts it
 * there, hidden (prerender.tsx). The scripts in the heads show it.
 */

/** How long code may take to arrive before the note is shown, in milliseconds. */
export const patience = 10_000;

/** Reloads the page without what this browser keeps of the app, which may be what is broken. */
async function loadAnew() {
  try {
    for (const name of await caches.keys()) if (/shell/.test(name)) await caches.delete(name);
  } finally {
    location.reload();
  }
}

/** Shows or hides the note, as soon as the page is read as far as there. */
export function showNote(isLate: boolean) {
  const note = document.getElementById('late');
  if (note) {
    note.hidden = !isLate;
    (note.lastChild as HTMLElement).onclick = loadAnew;
  } else setTimeout(showNote, 99, isLate);
}
