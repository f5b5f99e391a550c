import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Path, Shares, Turn, Turns } from './turns.ts';

/** Nothing was free within the patience: others, or the client itself, have not taken their answers yet. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
  /** Seconds until it may be tried again. */
  readonly seconds = 5;
}

/** How long a request waits for room. */
export const patience: NonNullable<Shares['patience']> = { milliseconds: 10_000, tooLong: () => new NoRoom() };

type TurnUntilTaken = {
  readonly turns: Turns;
  readonly path: Path;
  readonly weight?: number;
};

/**
 * Does the work of a request in a turn that ends when the answer has been taken, or its client has gone: until then the server holds
 * what was made for it. An answer has been taken once the kernel has all of it. For a client that went while it waited nothing is done,
 * and work that goes on after its client keeps its turn to its end.
 * @throws what the turns throw
 */
export async function inTurnUntilTaken<Result>(
  c: Context,
  { turns, path, weight }: TurnUntilTaken,
  work: (turn: Turn) => Promise<Result>,
): Promise<Result> {
  // Absent where a test calls the app without a connection.
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  const turn = await turns.take(path, weight);
  try {
    if (outgoing?.destroyed) throw new NoRoom();
    const result = await work(turn);
    if (!outgoing || outgoing.destroyed) turn.end();
    else if (!turn.isOver()) outgoing.once('close', () => turn.end());
    return result;
  } catch (error) {
    turn.fail(error);
    turn.end();
    throw error;
  }
}

/**
 * Makes an answer in a turn, as above. Once it is made, the turn is only as heavy as its text.
 * @param smallAnswer bytes up to which a text weighs nothing
 */
export function answerInTurn<Answer extends { readonly body: string }>(
  c: Context,
  room: TurnUntilTaken,
  make: () => Promise<Answer>,
  smallAnswer = 0,
): Promise<Answer> {
  return inTurnUntilTaken(c, room, async (turn) => {
    const answer = await make();
    const bytes = Buffer.byteLength(answer.body);
    turn.keep(bytes > smallAnswer ? bytes : 0);
    return answer;
  });
}
