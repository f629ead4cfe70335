import { Injectable } from '@nestjs/common';
import { COUNT, kyselyOf, sqlOver, UnitOfWork } from '#ground/database';
import type { Page } from '#ground/kernel';
import type { FileProblem } from './damaged-file.schema.js';
import type { StorageTables } from './stored-copy.schema.js';
import type { PlacedFile } from './stored-file.repository.js';

export interface DamagedFile extends PlacedFile {
  problem: FileProblem;
  foundAt: Date;
  /** When it was last seen to be damaged. */
  seenAt: Date;
  /** The document that it belongs to; null for a preview, an archive or a part of an upload. */
  documentId: string | null;
  organizationId: string | null;
}

/** Files that were not what was stored when they were last looked at. */
@Injectable()
export class DamagedFileRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Returns whether this was not known. False also for a file that was moved or removed in the meantime. */
  async mark({ storageKey, driver }: PlacedFile, problem: FileProblem): Promise<boolean> {
    // Raw: whether the row is new is known to the statement only.
    const marked = await sqlOver(this.unitOfWork.db).query<{ isNew: boolean }>(
      `with known as (select problem from damaged_file where storage_key = $1)
       insert into damaged_file as d (storage_key, problem)
       select storage_key, $3 from stored_file where storage_key = $1 and driver = $2 and state = 'committed'
       on conflict (storage_key) do update set problem = excluded.problem, seen_at = now(),
         found_at = case when d.problem = excluded.problem then d.found_at else now() end
       returning not exists (select from known where problem = $3) as "isNew"`,
      [storageKey, driver, problem],
    );
    return marked[0]?.isNew ?? false;
  }

  /** Returns false when it was not marked. */
  async clear(storageKey: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('damaged_file')
      .where('storage_key', '=', storageKey)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }

  async count(): Promise<number> {
    const { count } = await this.#db
      .selectFrom('damaged_file as m')
      .innerJoin('stored_file as f', 'f.storage_key', 'm.storage_key')
      .select(COUNT.as('count'))
      .where('f.state', '=', 'committed')
      .executeTakeFirstOrThrow();
    return count;
  }

  /** What was found first, first. No names, which administrators may not see. As text, because documents are above storage. */
  list({ pageIndex, pageSize }: Page): Promise<DamagedFile[]> {
    return sqlOver(this.unitOfWork.db).query<DamagedFile>(
      `select m.storage_key as "storageKey", f.driver, m.problem, m.found_at as "foundAt", m.seen_at as "seenAt",
         d.id as "documentId", d.organization_id as "organizationId"
       from damaged_file m join stored_file f on f.storage_key = m.storage_key
       left join lateral (
         select document_id from document_version v where v.storage_key = m.storage_key limit 1) v on true
       left join document d on d.original_storage_key = m.storage_key or d.id = v.document_id
       where f.state = 'committed' order by m.found_at, m.storage_key limit $1 offset $2`,
      [pageSize, pageIndex * pageSize],
    );
  }

  /** The files of these plugins that nothing has looked at for `minutes` (database time), the longest first. */
  async unseenFor(minutes: number, drivers: readonly string[], limit: number): Promise<string[]> {
    const rows = await sqlOver(this.unitOfWork.db).query<{ key: string }>(
      `select m.storage_key as key from damaged_file m join stored_file f on f.storage_key = m.storage_key
       where m.seen_at <= now() - make_interval(mins => $1) and f.driver = any($2::text[])
       order by m.seen_at limit $3`,
      [minutes, drivers, limit],
    );
    return rows.map(({ key }) => key);
  }

  async problemOf(storageKey: string): Promise<FileProblem | undefined> {
    const found = await this.#db
      .selectFrom('damaged_file')
      .select('problem')
      .where('storage_key', '=', storageKey)
      .executeTakeFirst();
    return found?.problem;
  }

  get #db() {
    return kyselyOf<StorageTables>(this.unitOfWork);
  }
}
