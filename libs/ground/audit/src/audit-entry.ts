import type { Actor } from '#ground/kernel';
import type { AuditAction } from './audit-action.js';

export const ACTOR_TYPES = ['user', 'api-key', 'system', 'visitor', 'anonymous'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

/** Who did it, as an entry keeps it: ids only, so that names can change and be removed. */
export interface AuditActor {
  type: ActorType;
  userId?: string | null;
  apiKeyId?: string | null;
  /** Why the server acted on its own. */
  reason?: string | null;
}

/** What it was done to. */
export interface AuditTarget {
  /** `user`, `api-key`, `organization` … */
  type: string;
  id: string;
  name?: string | null;
}

/** Facts of an entry: short texts, numbers, and lists of them. Never a secret, a password, a token or a code. */
export type AuditDetails = Readonly<Record<string, boolean | number | string | readonly string[] | null>>;

/** An entry to be recorded. Address and browser of the client, and the id of the request, are added by themselves. */
export interface NewAuditEntry {
  action: AuditAction;
  /** The organization in whose log the entry is. Without it, the entry is in the log of the installation. */
  organizationId?: string | null;
  /** Without it, the caller of the request; without a request, the server. */
  actor?: Actor | AuditActor;
  target?: AuditTarget;
  /** At most 2 kB as JSON. */
  details?: AuditDetails;
}
