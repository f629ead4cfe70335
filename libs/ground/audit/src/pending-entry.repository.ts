import { Injectable } from '@nestjs/common';
import type { Transaction } from '#ground/database';
import { chainOf } from './audit-chain.js';
import type { AuditActor, AuditTarget } from './audit-entry.js';

export interface EntryToRecord {
  id: string;
  organizationId: string | null;
  action: string;
  actor: Required<AuditActor>;
  address: string | null;
  userAgent: string | null;
  requestId: string | null;
  target: AuditTarget | null;
  detailsJson: string;
}

/** Entries that wait for their place in a chain. */
@Injectable()
export class PendingEntryRepository {
  async insert(tx: Transaction, entry: EntryToRecord): Promise<void> {
    const { id, organizationId, action, actor, address, userAgent, requestId, target, detailsJson } = entry;
    await tx.sql.query(
      `insert into audit_pending (id, created_at, chain_id, organization_id, action, actor_type, actor_user_id,
         actor_api_key_id, actor_reason, address, user_agent, request_id, target_type, target_id, target_name, details)
       values ($1, clock_timestamp(), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15::jsonb)`,
      [
        ...[id, chainOf(organizationId), organizationId, action],
        ...[actor.type, actor.userId, actor.apiKeyId, actor.reason],
        ...[address, userAgent, requestId],
        ...[target?.type ?? null, target?.id ?? null, target?.name ?? null, detailsJson],
      ],
    );
  }
}
