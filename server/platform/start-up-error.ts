/**
 * A reason why Wagday cannot start that its owner can mend. The message is one clear sentence for the console;
 * it never carries a secret, and the process ends with code 1 without a stack.
 */
export class StartUpError extends Error {
  override readonly name = 'StartUpError';
}
