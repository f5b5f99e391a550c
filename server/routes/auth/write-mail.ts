import type { Sql } from 'postgres';
import {
  writeEmailChangedNotice,
  writeEmailChangeNotice,
  writePasswordNotice,
  writeSignInNotice,
} from '../../services/mail/account-mails.ts';
import type { Mail } from '../../services/mail/mail.ts';
import type { MailRequest } from '../../services/mail/outbox.ts';
import { writeEmailChange } from './email-change.ts';
import { writeRecovery } from './recovery.ts';

/** Writes what the outbox was asked for; null for none after all. */
export async function writeMail(sql: Sql, request: MailRequest, now: Date): Promise<Mail | null> {
  const { kind, to, site, details = {} } = request;
  switch (kind) {
    case 'recovery':
      return writeRecovery(sql, request, now);
    case 'email_change':
      return writeEmailChange(sql, request, now);
    case 'email_change_requested':
      return writeEmailChangeNotice(to, site);
    case 'email_changed':
      return writeEmailChangedNotice(to, site);
    case 'password_changed':
      return writePasswordNotice(to, site);
    case 'new_sign_in':
      return writeSignInNotice(to, site, { browser: details.browser ?? '', at: details.at ?? '' });
  }
}
