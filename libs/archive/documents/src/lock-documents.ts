import { Injectable } from '@nestjs/common';
import type { Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';

/** Locks documents for changes of what refers to them. */
@Injectable()
export class LockDocuments {
  /**
   * Returns the ids of those that exist, in ascending order. No other transaction changes or deletes them before the
   * commit.
   */
  async execute(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    documentIds: readonly string[],
    { activeOnly = false }: { activeOnly?: boolean } = {},
  ): Promise<string[]> {
    const rows = await tx.sql.query<{ id: string }>(
      `select id from document
       where organization_id = $1 and id = any($2::text[]) and ($3 is false or deleted_at is null)
       order by id for no key update`,
      [organizationId, documentIds, activeOnly],
    );
    return rows.map(({ id }) => id);
  }
}
