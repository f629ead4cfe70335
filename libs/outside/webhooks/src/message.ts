import { signatureOf } from './signature.js';

export const PING = 'webhook:ping';

/** What a delivery says. */
export interface Message {
  /** `webhook-id`. */
  id: string;
  organizationId: string;
  eventName: string;
  occurredAt: Date;
  payload: object;
}

export interface Secrets {
  secret: string | null;
  /** While the secret is rotated: the one that replaces it. */
  nextSecret: string | null;
}

/** The text of a document, as long as a message may hold it. */
export interface ContentHead {
  content: string;
  isCut: boolean;
}

/** The fields that the contract names; events hold more. */
const CONTRACT_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'document:created': ['name', 'createdAt', 'updatedAt'],
  'document:deleted': [],
  'document:updated': ['documentDate', 'name', 'notes'],
  'document:tag:added': ['tagId', 'tagName'],
  'document:tag:removed': ['tagId', 'tagName'],
};

/** The document whose text belongs into the message. */
export function documentToRead({ eventName, payload }: Pick<Message, 'eventName' | 'payload'>): string | undefined {
  const { documentId, updatedFields } = payload as { documentId?: string; updatedFields?: readonly string[] };
  return eventName === 'document:updated' && updatedFields?.includes('content') === true ? documentId : undefined;
}

export function bodyOf(message: Message, head?: ContentHead): string {
  const { organizationId, eventName, payload, occurredAt } = message;
  const { documentId, ...facts } = payload as { documentId?: string };
  const data = {
    ...(documentId !== undefined && { documentId }),
    organizationId,
    ...(head && { content: head.content }),
    ...(head?.isCut === true && { contentTruncated: true }),
    ...contractFields(eventName, facts),
  };
  return JSON.stringify({ data, type: eventName, timestamp: occurredAt.toISOString() });
}

function contractFields(eventName: string, facts: object): object {
  const names = CONTRACT_FIELDS[eventName];
  return names ? Object.fromEntries(Object.entries(facts).filter(([name]) => names.includes(name))) : facts;
}

/** Receivers refuse messages with an old timestamp: a late attempt has its own time. */
const SAME_TIME_MS = 60_000;

export function headersOf(
  { id, occurredAt }: Pick<Message, 'id' | 'occurredAt'>,
  { secret, nextSecret }: Secrets,
  { body, now }: { body: string; now: number },
): Record<string, string> {
  const happened = occurredAt.getTime();
  const timestamp = Math.floor((now - happened < SAME_TIME_MS ? happened : now) / 1_000);
  const signature = (key: string) => signatureOf(key, { id, timestamp, body });
  return {
    'content-type': 'application/json',
    'user-agent': 'archivolt-webhook-client',
    accept: 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    ...(secret !== null && { 'webhook-signature': signature(secret) }),
    ...(nextSecret !== null && { 'webhook-signature-next': signature(nextSecret) }),
  };
}
