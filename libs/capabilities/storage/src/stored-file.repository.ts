import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { kyselyOf, sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import type { StorageTables } from './stored-copy.schema.js';
import type { AnnouncedFile } from './stored-file.js';

/** A file and the plugin that has it, or a copy of it. */
export interface PlacedFile {
  storageKey: string;
  driver: string;
}

/** What is known of a file that was stored. */
export interface KnownFile {
  driver: string;
  /** Bytes; null, like the hash, for a file of an earlier version that belongs to no document. */
  size: number | null;
  sha256: string | null;
  /** It was not what was stored when it was last looked at. */
  isDamaged: boolean;
}

export interface FileToCheck extends KnownFile {
  storageKey: string;
}

export interface DocumentOfFile {
  id: string;
  name: string;
  organizationId: string;
}

export interface FileToMove {
  storageKey: string;
  /** Null for a file of an earlier version of the server that belongs to no document. */
  size: number | null;
  sha256: string | null;
}

/** The files that storage has, is receiving or is removing. */
@Injectable()
export class StoredFileRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async announce({ storageKey, driver, size, sha256 }: AnnouncedFile): Promise<void> {
    await this.#db
      .insertInto('stored_file')
      .values({ storage_key: storageKey, driver, size, sha256, state: 'pending' })
      .execute();
  }

  /** Returns false for a file that is not pending. */
  confirm(tx: Transaction, storageKey: string): Promise<boolean> {
    return this.#settle(tx, storageKey, 'committed');
  }

  /** Marks a pending file for removal. Returns false for a file that is not pending. */
  discard(storageKey: string): Promise<boolean> {
    return this.#settle(this.unitOfWork, storageKey, 'deleting');
  }

  async markDeleted(tx: Transaction, storageKeys: readonly string[]): Promise<void> {
    await kyselyOf<StorageTables>(tx)
      .updateTable('stored_file')
      .set({ state: 'deleting' })
      .where('storage_key', '=', anyOf(storageKeys))
      .execute();
  }

  /** Those of these files that are marked for removal. */
  deleted(storageKeys: readonly string[]): Promise<PlacedFile[]> {
    return this.#db
      .selectFrom('stored_file')
      .select(['storage_key as storageKey', 'driver'])
      .where('storage_key', '=', anyOf(storageKeys))
      .where('state', '=', 'deleting')
      .execute();
  }

  /** Forgets files that are removed. */
  async forget(storageKeys: readonly string[]): Promise<void> {
    await this.#db
      .deleteFrom('stored_file')
      .where('storage_key', 'in', ({ selectFrom }) =>
        selectFrom('stored_file')
          .select('storage_key')
          .where('storage_key', '=', anyOf(storageKeys))
          .where('state', '=', 'deleting')
          .orderBy('storage_key')
          .forUpdate(),
      )
      .execute();
  }

  /** As text, because documents are above storage. */
  async find(storageKey: string): Promise<KnownFile | undefined> {
    const [file] = await sqlOver(this.unitOfWork.db).query<KnownFile>(
      `select ${KNOWN_FILE} from ${FILES_WITH_DOCUMENTS} where f.storage_key = $1`,
      [storageKey],
    );
    return file;
  }

  /** Other files that have these bytes. By way of the organizations, which the index of the hashes begins with. */
  withBytes({ storageKey, size, sha256 }: FileToCheck): Promise<FileToCheck[]> {
    return sqlOver(this.unitOfWork.db).query<FileToCheck>(
      `select f.storage_key as "storageKey", ${KNOWN_FILE} from ${FILES_WITH_DOCUMENTS}
       where f.state = 'committed' and f.storage_key <> $1 and f.storage_key in (
         select d.original_storage_key from organization o join document d on d.organization_id = o.id
         where d.original_sha256_hash = $3 and d.original_size = $2)
       order by f.storage_key`,
      [storageKey, size, sha256],
    );
  }

  /** The documents that these files belong to, by storage key. */
  async documentsOf(storageKeys: readonly string[]): Promise<Map<string, DocumentOfFile>> {
    const rows = await sqlOver(this.unitOfWork.db).query<DocumentOfFile & { storageKey: string }>(
      `select original_storage_key as "storageKey", id, name, organization_id as "organizationId" from document
       where original_storage_key = any($1::text[])
       union
       select v.storage_key, d.id, d.name, d.organization_id from document_version v join document d on d.id = v.document_id
       where v.storage_key = any($1::text[])`,
      [storageKeys],
    );
    return new Map(rows.map(({ storageKey, ...document }) => [storageKey, document]));
  }

  /** Those of these keys that the plugin has no file or copy for. */
  async strays(driver: string, storageKeys: readonly string[]): Promise<string[]> {
    const rows = await sqlOver(this.unitOfWork.db).query<{ key: string }>(
      `select key from unnest($2::text[]) as listed(key)
       where not exists (select from stored_file f where f.storage_key = key and f.driver = $1)
         and not exists (select from stored_copy c where c.storage_key = key and c.driver = $1)`,
      [driver, storageKeys],
    );
    return rows.map(({ key }) => key);
  }

  /** The files of all plugins, or of one, in the order of their keys. */
  after(storageKey: string, limit: number, driver?: string): Promise<FileToCheck[]> {
    return sqlOver(this.unitOfWork.db).query<FileToCheck>(
      `select f.storage_key as "storageKey", ${KNOWN_FILE} from ${FILES_WITH_DOCUMENTS}
       where f.state = 'committed' and f.storage_key > $1 and ($3::text is null or f.driver = $3)
       order by f.storage_key limit $2`,
      [storageKey, limit, driver ?? null],
    );
  }

  /**
   * Marks files that have been pending for more than `minutes` (database time). Returns them with those that were marked
   * before; only those of `driver`, where it is given.
   */
  async markUnfinished(minutes: number, driver?: string): Promise<string[]> {
    // As text: with the states as parameters, the index of unfinished files could not be used.
    const files = await sqlOver(this.unitOfWork.db).query<{ key: string }>(
      `update stored_file set state = 'deleting' where storage_key in (
         select storage_key from stored_file
         where (state = 'deleting' or (state = 'pending' and created_at <= now() - make_interval(mins => $1)))
           and ($2::text is null or driver = $2)
         order by storage_key for no key update)
       returning storage_key as key`,
      [minutes, driver ?? null],
    );
    return files.map(({ key }) => key);
  }

  /** The plugins that have files or copies of files. */
  async driversInUse(): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('stored_file')
      .select('driver')
      .groupBy('driver')
      .union(this.#db.selectFrom('stored_copy').select('driver'))
      .execute();
    return rows.map(({ driver }) => driver);
  }

  isCommitted({ storageKey, driver }: PlacedFile): Promise<boolean> {
    return this.#db
      .selectFrom('stored_file')
      .select('storage_key')
      .where('storage_key', '=', storageKey)
      .where('driver', '=', driver)
      .where('state', '=', 'committed')
      .executeTakeFirst()
      .then((file) => file !== undefined);
  }

  /** How many files each plugin has. */
  counts(): Promise<{ driver: string; count: number }[]> {
    return this.#db
      .selectFrom('stored_file')
      .select(['driver', sql<number>`count(*)::int`.as('count')])
      .where('state', '=', 'committed')
      .groupBy('driver')
      .orderBy('driver')
      .execute();
  }

  /** Up to `count` keys of files that the plugin has, from all over the archive. */
  async some(driver: string, count: number): Promise<string[]> {
    const files = await this.#db
      .selectFrom('stored_file')
      .select('storage_key')
      .where('driver', '=', driver)
      .where('state', '=', 'committed')
      .orderBy(sql`hashtext(storage_key)`)
      .limit(count)
      .execute();
    return files.map(({ storage_key: key }) => key);
  }

  /** Up to `size` files from all over the archive, always the same ones. */
  sample(size: number): Promise<FileToCheck[]> {
    return sqlOver(this.unitOfWork.db).query<FileToCheck>(
      `select f.storage_key as "storageKey", ${KNOWN_FILE} from ${FILES_WITH_DOCUMENTS}
       where f.state = 'committed'
         and abs(hashtext(f.storage_key)::bigint) % greatest(1, (select count(*) from stored_file) / $1::int) = 0
       limit $1`,
      [size],
    );
  }

  /** How much a move has to copy. As text, because documents are above storage. */
  async measure(driver: string): Promise<{ files: number; bytes: number }> {
    const [total] = await sqlOver(this.unitOfWork.db).query<{ files: number; bytes: number }>(
      `select count(*)::int as files, coalesce(sum(coalesce(d.original_size, f.size)), 0)::float8 as bytes from stored_file f
       left join document d on d.original_storage_key = f.storage_key
       where f.driver = $1 and f.state = 'committed'`,
      [driver],
    );
    return total ?? { files: 0, bytes: 0 };
  }

  /** The next files of a move, in the order of their keys, with what is known of them. */
  next(driver: string, after: string, limit: number): Promise<FileToMove[]> {
    return sqlOver(this.unitOfWork.db).query<FileToMove>(
      `select f.storage_key as "storageKey", coalesce(d.original_size, f.size)::float8 as size,
         coalesce(d.original_sha256_hash, f.sha256) as sha256
       from stored_file f left join document d on d.original_storage_key = f.storage_key
       where f.driver = $1 and f.state = 'committed' and f.storage_key > $2
       order by f.storage_key limit $3`,
      [driver, after, limit],
    );
  }

  async #settle(db: Pick<UnitOfWork, 'db'>, storageKey: string, state: 'committed' | 'deleting'): Promise<boolean> {
    const { numUpdatedRows } = await kyselyOf<StorageTables>(db)
      .updateTable('stored_file')
      .set({ state })
      .where('storage_key', '=', storageKey)
      .where('state', '=', 'pending')
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  get #db() {
    return kyselyOf<StorageTables>(this.unitOfWork);
  }
}

/** Each file `f` with its document `d`. */
const FILES_WITH_DOCUMENTS = 'stored_file f left join document d on d.original_storage_key = f.storage_key';
const KNOWN_FILE = `f.driver, coalesce(d.original_size, f.size)::float8 as size,
  coalesce(d.original_sha256_hash, f.sha256) as sha256,
  exists (select from damaged_file m where m.storage_key = f.storage_key) as "isDamaged"`;

const anyOf = (storageKeys: readonly string[]) => sql<string>`any(${storageKeys}::text[])`;
