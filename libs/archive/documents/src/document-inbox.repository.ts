import { Injectable } from '@nestjs/common';
import type { Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';

/** The statement that moves many documents into the inbox or out of it. Raw, because it reads lists of bound values. */
@Injectable()
export class DocumentInboxRepository {
  /** Returns the documents that were on the other side. */
  async set(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    documentIds: readonly string[],
    isInInbox: boolean,
  ): Promise<string[]> {
    if (documentIds.length === 0) return [];
    const rows = await tx.sql.query<{ id: string }>(
      `update document set is_in_inbox = $3::boolean,
         updated_at = greatest(now(), document.updated_at + interval '1 ms')
       where organization_id = $1 and id = any($2::text[]) and is_in_inbox <> $3::boolean returning id`,
      [organizationId, documentIds, isInInbox],
    );
    return rows.map(({ id }) => id);
  }
}
