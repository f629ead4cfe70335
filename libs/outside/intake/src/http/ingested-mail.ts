import { isMailAddress } from '@archivolt/plugin-kit';
import { InvalidFormData } from '#archive/documents';
import type { IngestedMail } from '#outside/intake';
import type { ErrorDetail } from '#ground/kernel';

const MOST_ADDRESSES = 1_000;
const MOST_HEADERS = 2_000;

/** What tells mails apart that have the same content. */
export interface MailIdentity {
  messageId: string | undefined;
  date: string | undefined;
}

type Json = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads the JSON of a mail. Unknown keys are ignored: senders put whole mails here. So are recipients that are not
 * addresses: anybody can write them, and the mail is for the others.
 */
export function readIngestedMail(text: string): IngestedMail & { identity: MailIdentity } {
  const mail = parse(text);
  const details: ErrorDetail[] = [];
  const from = addressIn(mail['from']);
  if (from === undefined) details.push({ path: 'email.from.address', message: 'must be a mail address' });
  const recipients = (key: 'originalTo' | 'to'): string[] => {
    const list = mail[key] ?? (key === 'originalTo' ? [] : undefined);
    if (Array.isArray(list)) return list.slice(0, MOST_ADDRESSES).flatMap((entry) => addressIn(entry) ?? []);
    details.push({ path: `email.${key}`, message: 'must be a list of addresses' });
    return [];
  };
  const read = {
    from: from === undefined ? [] : [from],
    // First whom it was delivered to: only some recipients are looked up.
    recipients: [...recipients('originalTo'), ...recipients('to')],
    subject: typeof mail['subject'] === 'string' ? mail['subject'] : '',
    authenticationResults: headersIn(mail['headers'], 'authentication-results'),
    identity: {
      messageId: headersIn(mail['headers'], 'message-id')[0],
      date: headersIn(mail['headers'], 'date')[0],
    },
  };
  if (details.length > 0) throw InvalidFormData({ details });
  return read;
}

function addressIn(value: unknown): string | undefined {
  const address = isRecord(value) ? value['address'] : undefined;
  return typeof address === 'string' && isMailAddress(address) ? address.toLowerCase() : undefined;
}

function parse(text: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw InvalidFormData({ details: [{ path: 'email', message: 'must be JSON' }], cause: error });
  }
  if (!isRecord(value)) throw InvalidFormData({ details: [{ path: 'email', message: 'must be an object' }] });
  return value;
}

/** Values of a header from top to bottom, in a list of `{ key, value }` or `{ name, value }`, or an object by name. */
function headersIn(headers: unknown, wanted: string): string[] {
  const entries: [unknown, unknown][] = Array.isArray(headers)
    ? headers.slice(0, MOST_HEADERS).flatMap((entry: unknown) => {
        return isRecord(entry) ? [[entry['key'] ?? entry['name'], entry['value']] as [unknown, unknown]] : [];
      })
    : Object.entries(isRecord(headers) ? headers : {}).slice(0, MOST_HEADERS);
  return entries
    .filter(([name]) => typeof name === 'string' && name.toLowerCase() === wanted)
    .flatMap(([, value]) => (Array.isArray(value) ? value.slice(0, MOST_HEADERS) : [value]) as unknown[])
    .filter((value) => typeof value === 'string');
}
