import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '#libs/database';
import { EventLog } from '#libs/events';
import { SearchService } from '#libs/search';
import { FileStore } from '#libs/storage';
import { DocumentRepository } from './document.repository.js';
import { DocumentNotDeleted, DocumentNotFound } from './documents.errors.js';
import { DocumentPurged } from './documents.events.js';

interface PurgedDocument {
  id: string;
  organizationId: string;
  storageKey: string;
}

/** Documents removed in one transaction: short enough that nobody waits for its locks. */
const PURGE_CHUNK = 500;

/** One order for all, so that two purges never wait for each other crosswise. */
const OLDEST_FIRST = 'order by deleted_at, id';

/**
 * Removes documents for good. Row, search row and the mark on the stored file go in one transaction, and with them the
 * job that removes the file; so whatever is interrupted is taken up again and nothing is left behind.
 */
@Injectable()
export class PurgeDocuments {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documents: DocumentRepository,
    private readonly search: SearchService,
    private readonly files: FileStore,
    private readonly events: EventLog,
  ) {}

  /** One document, which must be in the trash. */
  async one(organizationId: string, documentId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const condition = 'organization_id = $2 and id = $3 and deleted_at is not null';
      if ((await this.#purgeFromTrash(tx, condition, [organizationId, documentId])) > 0) return;
      throw (await this.documents.exists(tx, organizationId, documentId)) ? DocumentNotDeleted() : DocumentNotFound();
    });
  }

  /** A chunk of what an organization has had in the trash at `until` or before. Gives how many; 0 at the end. */
  trashedUntil(tx: Transaction, organizationId: string, until: string): Promise<number> {
    const condition = `organization_id = $2 and deleted_at <= $3 ${OLDEST_FIRST}`;
    return this.#purgeFromTrash(tx, condition, [organizationId, until]);
  }

  /** A chunk of what has been in any trash for `days` (database time). Gives how many; 0 at the end. */
  trashedFor(days: number): Promise<number> {
    const condition = `deleted_at <= now() - make_interval(days => $2) ${OLDEST_FIRST}`;
    return this.unitOfWork.run((tx) => this.#purgeFromTrash(tx, condition, [days]));
  }

  /** A chunk of all that a deleted organization has, in the trash or not. Gives how many; 0 at the end. */
  async ofDeletedOrganization(organizationId: string): Promise<number> {
    const isDeleted =
      'exists (select from organization where id = $2 and deleted_at is not null and scheduled_purge_at <= now())';
    const condition = `organization_id = $2 and ${isDeleted}`;
    return (await this.unitOfWork.run((tx) => this.#purge(tx, condition, [organizationId]))).length;
  }

  async #purgeFromTrash(tx: Transaction, condition: string, values: readonly unknown[]): Promise<number> {
    const purged = await this.#purge(tx, condition, values);
    for (const { id, organizationId } of purged) {
      this.events.record(tx, DocumentPurged, organizationId, { documentId: id });
    }
    return purged.length;
  }

  /** A document that was restored while this waited for its lock no longer meets the condition, and stays. */
  async #purge(tx: Transaction, condition: string, values: readonly unknown[]): Promise<PurgedDocument[]> {
    const purged = await tx.sql.query<PurgedDocument>(
      `with chosen as (select id from document where ${condition} limit $1 for update)
       delete from document using chosen where document.id = chosen.id
       returning document.id, organization_id as "organizationId", original_storage_key as "storageKey"`,
      [PURGE_CHUNK, ...values],
    );
    const ids = purged.map(({ id }) => id);
    const storageKeys = purged.map(({ storageKey }) => storageKey);
    await this.search.remove(tx.sql, ids);
    await this.files.removeLater(tx, storageKeys);
    return purged;
  }
}
