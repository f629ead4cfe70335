import { createHash } from 'node:crypto';
import type { AuditActor, AuditDetails, AuditTarget } from './audit-entry.js';

/** An entry with its place in a chain. */
export interface SealedEntry {
  id: string;
  chainId: string;
  /** Counts from 1 in each chain, without gaps. */
  sequence: number;
  createdAt: Date;
  organizationId: string | null;
  action: string;
  actor: Required<AuditActor>;
  address: string | null;
  userAgent: string | null;
  requestId: string | null;
  target: AuditTarget | null;
  details: AuditDetails;
  /** The hash of the entry before; empty for the first one. */
  previousHash: string;
  hash: string;
}

/** The version of the form that is hashed. */
const VERSION = 1;

/** Everything but the hash, in a form of which there is one only. An export has the same fields. */
export function hashedFields(entry: Omit<SealedEntry, 'hash'>) {
  const { id, chainId, sequence, organizationId, action, actor, address, userAgent, requestId, target } = entry;
  return {
    version: VERSION,
    ...{ id, chainId, sequence, createdAt: entry.createdAt.toISOString(), organizationId, action, address, userAgent },
    actor: { type: actor.type, userId: actor.userId, apiKeyId: actor.apiKeyId, reason: actor.reason },
    requestId,
    target: target && { type: target.type, id: target.id, name: target.name ?? null },
    details: entry.details,
    previousHash: entry.previousHash,
  };
}

export type HashedFields = ReturnType<typeof hashedFields>;

/** SHA-256 of the fields as JSON with sorted keys. */
export function hashOf(fields: HashedFields): string {
  return createHash('sha256').update(canonical(fields)).digest('hex');
}

/** JSON whose keys are sorted at every level, without spaces: equal values have equal texts. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
