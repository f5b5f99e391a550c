/** Long texts, written piece by piece, so that whoever else is waiting gets a turn in between. */

/** In UTF-16 units: about a millisecond's work. */
const pieceLength = 64 * 1024;

/** Node's own way to let sockets have their turn; other platforms have none of the name. */
const { setImmediate: afterSockets } = globalThis as { setImmediate?: (act: () => void) => unknown };

/** Lets everything happen that is waiting. A message is faster than a timer, and every web platform has it. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    if (afterSockets) {
      afterSockets(resolve);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

let lastPause = Promise.resolve();

/** Of all who write one goes on after each pause, however many write at once. */
function rest(): Promise<void> {
  lastPause = lastPause.then(pause);
  return lastPause;
}

/** The text in pieces of about the same length, with a rest after each. */
async function* piecesOf(text: Iterable<string>): AsyncGenerator<string> {
  let piece = '';
  for (const part of text) {
    piece += part;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
    await rest();
  }
  if (piece) yield piece;
}

/** The whole text in UTF-8. What it is written from is not needed any more then, however slowly it is read. */
export async function writtenOf(text: Iterable<string>): Promise<Uint8Array<ArrayBuffer>> {
  const utf8 = new TextEncoder();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of piecesOf(text)) length += pieces[pieces.push(utf8.encode(piece)) - 1]?.byteLength ?? 0;
  const written = new Uint8Array(length);
  let end = 0;
  for (const piece of pieces) {
    written.set(piece, end);
    end += piece.byteLength;
  }
  return written;
}
