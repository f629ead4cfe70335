import { descriptionOfAction, type ActorType, type LastCheck, type ProblemKind, type ShownEntry } from '#ground/audit';
import type { DateTime, Integer } from '#ground/http-kit';

export class AuditActorView {
  /** `visitor`: a person without an account, by a share link or file request. `anonymous`: no user was signed in. */
  type!: ActorType;
  userId!: string | null;
  /** The name and e-mail address that the user has now; null when the account does not exist any more. */
  name!: string | null;
  email!: string | null;
  apiKeyId!: string | null;
}

export class AuditTargetView {
  type!: string;
  id!: string;
  /** The name at that time. */
  name!: string | null;
}

export class AuditEntryView {
  id!: string;
  createdAt!: DateTime;
  /** The place in its log, counted from 1 without gaps; null until the entry is sealed. */
  sequence!: Integer | null;
  action!: string;
  /** What happened, in one English sentence. */
  description!: string;
  actor!: AuditActorView;
  /** The address that the request came from; null for what the server did by itself. */
  address!: string | null;
  userAgent!: string | null;
  /** The organization in whose log the entry is; null for the log of the installation. */
  organizationId!: string | null;
  target!: AuditTargetView | null;
  details!: object;
  /** SHA-256 over the entry and the hash of the one before; null until the entry is sealed. */
  hash!: string | null;
}

export class AuditEntriesResponse {
  /** Newest first. */
  entries!: AuditEntryView[];
  /** For `before` of the next request; null when there are no earlier entries. */
  next!: string | null;
}

export class AuditProblemView {
  /** The first entry that is wrong. */
  sequence!: Integer;
  kind!: ProblemKind;
  message!: string;
}

export class AuditVerificationView {
  /** `checking` while a check runs, and before the first one. */
  state!: 'broken' | 'checking' | 'ok';
  checkedEntries!: Integer;
  /** The last entry that was checked. */
  lastSequence!: Integer;
  /** The hash of that entry. Keep it elsewhere: with it, a log that was rewritten as a whole is noticed, too. */
  headHash!: string | null;
  problem!: AuditProblemView | null;
  /** When the last check ended; null before the first one. */
  checkedAt!: DateTime | null;
}

export function auditEntriesResponse(entries: readonly ShownEntry[], hasMore: boolean): AuditEntriesResponse {
  return { entries: entries.map(auditEntryView), next: hasMore ? (entries.at(-1)?.id ?? null) : null };
}

function auditEntryView(entry: ShownEntry): AuditEntryView {
  const { id, sequence, action, actor, address, userAgent, organizationId, target, details, hash } = entry;
  return {
    id,
    createdAt: entry.createdAt.toISOString(),
    sequence,
    action,
    description: descriptionOfAction(action),
    actor: {
      type: actor.type,
      userId: actor.userId,
      name: entry.actorName,
      email: entry.actorEmail,
      apiKeyId: actor.apiKeyId,
    },
    ...{ address, userAgent, organizationId },
    target: target && { type: target.type, id: target.id, name: target.name ?? null },
    details,
    hash,
  };
}

export function auditVerificationView(check: LastCheck): AuditVerificationView {
  const { checkedAt, isChecking, checkedEntries, lastSequence, headHash, problem } = check;
  return {
    state: isChecking || checkedAt === null ? 'checking' : problem ? 'broken' : 'ok',
    checkedEntries,
    lastSequence,
    headHash: headHash === '' ? null : headHash,
    problem,
    checkedAt: checkedAt?.toISOString() ?? null,
  };
}
