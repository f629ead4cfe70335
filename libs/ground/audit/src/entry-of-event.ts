import type { EventActor, LocatedEvent } from '#ground/history';
import type { AuditActor, AuditDetails, AuditTarget } from './audit-entry.js';
import type { UnsealedEntry } from './chain.repository.js';

const MAX_DETAILS_BYTES = 2_048;
/** Events whose subject has another name in their payload. */
const ID_FIELDS: Readonly<Record<string, string>> = { 'custom-property': 'propertyId', member: 'userId' };
/** Reasons of the server when it acts for a visitor without an account. */
const VISITOR_REASONS: readonly (string | null)[] = ['file-request', 'share-link'];

/** An event of an organization as an entry of its log. */
export function entryOfEvent(event: LocatedEvent): UnsealedEntry {
  const { id, createdAt, organizationId, name: action, requestId } = event;
  const actor = actorOf(event.actor);
  return {
    ...{ id, createdAt, organizationId, action, requestId },
    actor,
    // Members see networks of visitors only, in the lists of their links.
    address: actor.type === 'visitor' ? null : event.clientAddress,
    userAgent: event.userAgent,
    target: targetOf(event),
    details: detailsOf(event.payload),
  };
}

function actorOf(actor: EventActor | null): Required<AuditActor> {
  const { kind = 'system', userId = null, apiKeyId = null, reason = null } = actor ?? {};
  const server = VISITOR_REASONS.includes(reason) ? 'visitor' : 'system';
  return { type: kind === 'session' ? 'user' : kind === 'system' ? server : kind, userId, apiKeyId, reason };
}

function targetOf({ name: event, payload, organizationId }: LocatedEvent): AuditTarget | null {
  const facts = payload as Record<string, unknown>;
  const [type = ''] = event.split(':');
  const field = ID_FIELDS[type] ?? `${type.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`;
  const id = type === 'organization' ? organizationId : facts[field];
  const name = facts['name'] ?? facts['title'];
  if (typeof id !== 'string') return null;
  return { type, id, name: typeof name === 'string' ? name.slice(0, 256) : null };
}

/** The facts of the event; of one with many or long facts only those that are short. */
function detailsOf(payload: object): AuditDetails {
  if (Buffer.byteLength(JSON.stringify(payload)) <= MAX_DETAILS_BYTES) return payload as AuditDetails;
  const short = Object.entries(payload).filter(([, value]) => JSON.stringify(value).length <= 100);
  return { ...(Object.fromEntries(short.slice(0, 10)) as AuditDetails), isShortened: true };
}
