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

const OLDEST_FIRST = 'order by deleted_at, id';

/** Which documents; the values are $2 and on. */
interface Choice {
  condition: string;
  values: readonly unknown[];
  order?: string;
}

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
      if ((await this.#purgeFromTrash(tx, { condition, values: [organizationId, documentId] })) > 0) return;
      throw (await this.documents.exists(tx, organizationId, documentId)) ? DocumentNotDeleted() : DocumentNotFound();
    });
  }

  /** A chunk of what an organization has had in the trash at `until` or before. Gives how many; 0 at the end. */
  trashedUntil(tx: Transaction, organizationId: string, until: string): Promise<number> {
    const condition = 'organization_id = $2 and deleted_at <= $3';
    return this.#purgeFromTrash(tx, { condition, values: [organizationId, until], order: OLDEST_FIRST });
  }

  /** A chunk of what has been in any trash for `days` (database time). Gives how many; 0 at the end. */
  trashedFor(days: number): Promise<number> {
    const condition = 'deleted_at <= now() - make_interval(days => $2)';
    return this.unitOfWork.run((tx) => this.#purgeFromTrash(tx, { condition, values: [days], order: OLDEST_FIRST }));
  }

  /** A chunk of all that a deleted organization has, in the trash or not. Gives how many; 0 at the end. */
  async ofDeletedOrganization(organizationId: string): Promise<number> {
    const isDeleted =
      'exists (select from organization where id = $2 and deleted_at is not null and scheduled_purge_at <= now())';
    const condition = `organization_id = $2 and ${isDeleted}`;
    return (await this.unitOfWork.run((tx) => this.#purge(tx, { condition, values: [organizationId] }))).length;
  }

  async #purgeFromTrash(tx: Transaction, choice: Choice): Promise<number> {
    const purged = await this.#purge(tx, choice);
    for (const { id, organizationId } of purged) {
      this.events.record(tx, DocumentPurged, organizationId, { documentId: id });
    }
    return purged.length;
  }

  async #purge(tx: Transaction, choice: Choice): Promise<PurgedDocument[]> {
    const chosen = await this.#lockChunk(tx, choice);
    if (chosen.length === 0) return [];
    const purged = await tx.sql.query<PurgedDocument>(
      `delete from document where id = any($1::text[])
       returning id, organization_id as "organizationId", original_storage_key as "storageKey"`,
      [chosen],
    );
    const ids = purged.map(({ id }) => id);
    const storageKeys = purged.map(({ storageKey }) => storageKey);
    await this.search.remove(tx.sql, ids);
    await this.files.removeLater(tx, storageKeys);
    return purged;
  }

  /**
   * Documents in the order of their ids, then their tags, as everywhere. A document that was restored while this waited
   * for its lock no longer meets the condition, and stays; when all of a chunk are gone or restored, the next is taken.
   */
  async #lockChunk(tx: Transaction, { condition, values, order = '' }: Choice): Promise<string[]> {
    for (;;) {
      const candidates = await tx.sql.query<{ id: string }>(
        `select id from document where ${condition} ${order} limit $1`,
        [PURGE_CHUNK, ...values],
      );
      if (candidates.length === 0) return [];
      const ids = candidates.map(({ id }) => id);
      const locked = await tx.sql.query<{ id: string }>(
        `select id from document where id = any($1::text[]) and ${condition} order by id for update`,
        [ids, ...values],
      );
      if (locked.length === 0) continue;
      const lockedIds = locked.map(({ id }) => id);
      // What refers to both goes with either: without this lock, the deletion of a tag would remove it at the same time.
      await tx.sql.query(
        `select id from tag where id in (
           select tag_id from document_tag where document_id = any($1::text[])
           union select tag_id from document_activity where document_id = any($1::text[]) and tag_id is not null)
         order by id for key share`,
        [lockedIds],
      );
      return lockedIds;
    }
  }
}
