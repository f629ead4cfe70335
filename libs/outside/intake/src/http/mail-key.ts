import { createHash } from 'node:crypto';
import type { IngestedMail } from '#outside/intake';
import type { IngestedForm } from './ingested-form.js';
import type { MailIdentity } from './ingested-mail.js';

/**
 * What makes a delivery the same mail. Its content counts and not its bytes: a sender may write a new form, with
 * another boundary, for each attempt. A mail without `Message-ID` and `Date` may be sent once more on purpose, so only
 * the same bytes are the same mail then.
 */
export function mailKey(
  { from, subject, recipients, identity }: IngestedMail & { identity: MailIdentity },
  files: IngestedForm['files'],
  bodySha256: string,
): string {
  const { messageId, date } = identity;
  if (messageId === undefined && date === undefined) return bodySha256;
  const content = [
    ...[messageId, date, from, subject],
    [...new Set(recipients)].sort(),
    files.map(({ fileName, sha256 }) => [fileName, sha256]),
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
