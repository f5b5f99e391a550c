/** What a failed conversation with a mail server says: of the mail, or of the server and this site's login. */

/** An error of the SMTP driver. */
type Failure = Error & {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  /** The command that failed. */
  readonly command?: unknown;
};

/** How far a conversation with a mail server has come: it is sent the message once it has agreed to take it. */
export type Progress = 'login' | 'envelope' | 'message';

/** Commands whose answers are about the recipient or the message. MAIL FROM is about the sender, which is the same for all mails. */
const commandsOfMail = ['RCPT TO', 'DATA'];
/** Answers that ask for another login (RFC 4954), whatever they answer to. */
const codesOfLogin = [530, 534, 535, 538];

/** A mail server's codes from 500 on are final, but only where they are about this mail: a login can be put right meanwhile. */
export function isMailRefused(failure: Failure): boolean {
  const answer = answerOf(failure);
  return answer >= 500 && commandsOfMail.includes(String(failure.command)) && !codesOfLogin.includes(answer);
}

/**
 * Whether it is certain that the mail server has no mail: it said so, by a code from 400 on, or it was sent nothing of it. One that
 * hangs up later may have taken it; the driver's code is the same whenever it hangs up.
 */
export function isMailNotTaken(failure: Failure, progress: Progress): boolean {
  return answerOf(failure) >= 400 || progress !== 'message';
}

/** Why no mail at all goes out, in words for whoever runs the site; null where that is not known. */
export function whyNoMailLeaves(failure: Failure, progress: Progress): string | null {
  const answer = answerOf(failure);
  if (failure.code === 'EAUTH' || codesOfLogin.includes(answer)) {
    return 'the mail server refuses the login, so check the name and the password in SMTP_URL';
  }
  if (isMailRefused(failure)) return null;
  if (answer >= 500 && failure.command === 'MAIL FROM') return 'the mail server refuses the sender, so check MAIL_FROM';
  if (answer >= 500) return 'the mail server refuses the connection, so check SMTP_URL';
  const isAway = answer === 0 && progress === 'login';
  return isAway ? 'the mail server cannot be reached, or hangs up before the login is done' : null;
}

/** The code of the mail server's answer; 0 where there was none. */
function answerOf({ responseCode }: Failure): number {
  return typeof responseCode === 'number' ? responseCode : 0;
}
