/** Writes long texts in pieces, so that other requests get a turn in between. */

/** In UTF-16 units: about a millisecond of work. */
const pieceLength = 64 * 1024;

/** Node's function that lets sockets have a turn; missing on other platforms. */
const { setImmediate: afterSockets } = globalThis as { setImmediate?: (act: () => void) => unknown };

/** Lets all pending work run. Outside Node it uses a message, which is faster than a timer and works on every web platform. */
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

/** Waits for a turn: only one writer continues after each pause, however many write at once. */
function rest(): Promise<void> {
  lastPause = lastPause.then(pause);
  return lastPause;
}

/** Yields the text in pieces of about the same length, with a rest after each. */
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

/** Encodes the whole text in UTF-8, so that its source can be freed before a slow reader has read it. */
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
