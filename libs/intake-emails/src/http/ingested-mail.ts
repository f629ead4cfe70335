import { InvalidFormData } from '#libs/documents';
import { isMailAddress, type IngestedMail } from '#libs/intake-emails';
import type { ErrorDetail } from '#libs/kernel';

const MOST_ADDRESSES = 1_000;
const MOST_HEADERS = 2_000;
const MOST_DETAILS = 20;

type Json = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the JSON of a mail. Unknown keys are ignored: senders put whole mails here. */
export function readIngestedMail(text: string): IngestedMail {
  const mail = parse(text);
  const details: ErrorDetail[] = [];
  const address = (value: unknown, path: string): string[] => {
    const found = isRecord(value) ? value['address'] : undefined;
    if (typeof found === 'string' && isMailAddress(found)) return [found.toLowerCase()];
    if (details.length < MOST_DETAILS) details.push({ path: `${path}.address`, message: 'must be a mail address' });
    return [];
  };
  const addresses = (key: 'originalTo' | 'to'): string[] => {
    const list = mail[key] ?? (key === 'originalTo' ? [] : undefined);
    if (Array.isArray(list) && list.length <= MOST_ADDRESSES)
      return list.flatMap((entry, index) => address(entry, `email.${key}.${index}`));
    details.push({ path: `email.${key}`, message: `must be a list of at most ${MOST_ADDRESSES} addresses` });
    return [];
  };
  const read = {
    from: address(mail['from'], 'email.from'),
    recipients: [...addresses('to'), ...addresses('originalTo')],
    subject: typeof mail['subject'] === 'string' ? mail['subject'] : '',
    authenticationResults: authenticationResultsIn(mail['headers']),
  };
  if (details.length > 0) throw InvalidFormData({ details });
  return read;
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

/** Headers from top to bottom: a list of `{ key, value }` or `{ name, value }`, or an object by name. */
function authenticationResultsIn(headers: unknown): string[] {
  const entries: [unknown, unknown][] = Array.isArray(headers)
    ? headers.slice(0, MOST_HEADERS).flatMap((entry: unknown) => {
        return isRecord(entry) ? [[entry['key'] ?? entry['name'], entry['value']] as [unknown, unknown]] : [];
      })
    : Object.entries(isRecord(headers) ? headers : {}).slice(0, MOST_HEADERS);
  return entries
    .filter(([name]) => typeof name === 'string' && name.toLowerCase() === 'authentication-results')
    .flatMap(([, value]) => (Array.isArray(value) ? value.slice(0, MOST_HEADERS) : [value]) as unknown[])
    .filter((value) => typeof value === 'string');
}
