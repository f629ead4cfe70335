import { Injectable } from '@nestjs/common';
import { anyOf, kyselyOf, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { ImportItemTables } from './import-item.schema.js';

/** A thing of a source by its kind and id there. */
export interface ItemKey {
  sourceId: string;
  kind: string;
  ref: string;
}

export interface ImportItem {
  targetId: string;
  /** False: it was there before, and the import did not change it. */
  isNew: boolean;
}

/** What imports remember, so that they bring each thing once. */
@Injectable()
export class ImportItemRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  find({ organizationId }: OrganizationScope, key: ItemKey): Promise<ImportItem | undefined> {
    return kyselyOf<ImportItemTables>(this.unitOfWork)
      .selectFrom('import_item')
      .select(['target_id as targetId', 'is_new as isNew'])
      .where('organization_id', '=', organizationId)
      .where('source_id', '=', key.sourceId)
      .where('kind', '=', key.kind)
      .where('ref', '=', key.ref)
      .executeTakeFirst();
  }

  /** False when another transaction has recorded the same thing. */
  async add(tx: Transaction, { organizationId }: OrganizationScope, key: ItemKey, item: ImportItem): Promise<boolean> {
    const added = await kyselyOf<ImportItemTables>(tx)
      .insertInto('import_item')
      .values({
        ...{ organization_id: organizationId, source_id: key.sourceId, kind: key.kind, ref: key.ref },
        ...{ target_id: item.targetId, is_new: item.isNew },
      })
      .onConflict((conflict) => conflict.columns(['organization_id', 'source_id', 'kind', 'ref']).doNothing())
      .returning('ref')
      .execute();
    return added.length > 0;
  }

  /** The first of these organizations that an import of the source has made. */
  async organizationOf(sourceId: string, organizationIds: readonly string[]): Promise<string | undefined> {
    const row = await kyselyOf<ImportItemTables>(this.unitOfWork)
      .selectFrom('import_item')
      .select('organization_id')
      .where('kind', '=', 'organization')
      .where('source_id', '=', sourceId)
      .where('organization_id', '=', anyOf(organizationIds))
      .orderBy('organization_id')
      .limit(1)
      .executeTakeFirst();
    return row?.organization_id;
  }
}
