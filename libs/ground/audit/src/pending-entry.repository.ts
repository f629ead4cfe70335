import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { kyselyOf, type Transaction } from '#ground/database';
import { chainOf } from './audit-chain.js';
import type { AuditActor, AuditDetails, AuditTarget } from './audit-entry.js';
import type { AuditTables } from './audit.schema.js';

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
    await kyselyOf<AuditTables>(tx)
      .insertInto('audit_pending')
      .values({
        id,
        created_at: sql<Date>`clock_timestamp()`,
        chain_id: chainOf(organizationId),
        organization_id: organizationId,
        action,
        actor_type: actor.type,
        actor_user_id: actor.userId,
        actor_api_key_id: actor.apiKeyId,
        actor_reason: actor.reason,
        address,
        user_agent: userAgent,
        request_id: requestId,
        target_type: target?.type ?? null,
        target_id: target?.id ?? null,
        target_name: target?.name ?? null,
        details: sql<AuditDetails>`${detailsJson}::jsonb`,
      })
      .execute();
  }
}
