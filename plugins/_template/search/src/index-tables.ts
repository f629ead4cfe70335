import type { DatabaseSync } from 'node:sqlite';
import {
  foldedText,
  foldWords,
  sortKey,
  type SearchDocument,
  type SearchRequest,
  type SearchSort,
} from '@archivolt/plugin-kit';
import { conditionOf } from './condition.js';

const COLUMNS: Record<SearchSort['field'], string> = {
  createdAt: 'created',
  documentDate: 'dated',
  name: 'name_key',
  updatedAt: 'updated',
};

/** The tables of one index. A search looks through all documents of an organization. */
export class IndexTables {
  readonly entry: string;
  readonly tag: string;

  constructor(
    private readonly db: DatabaseSync,
    suffix: string,
  ) {
    this.entry = `entry${suffix}`;
    this.tag = `tag${suffix}`;
  }

  create(): void {
    this.db.exec(`
      create table if not exists ${this.entry} (
        id text primary key, organization text not null, version integer not null,
        name text not null, content text not null, name_key text not null,
        created integer not null, updated integer not null, dated integer
      ) strict;
      create table if not exists ${this.tag} (entry text not null, tag text not null, primary key (entry, tag)) strict`);
  }

  drop(): void {
    this.db.exec(`drop table if exists ${this.entry}; drop table if exists ${this.tag}`);
  }

  rename({ entry, tag }: IndexTables): void {
    this.db.exec(`alter table ${this.entry} rename to ${entry}; alter table ${this.tag} rename to ${tag}`);
  }

  count(): number {
    return Number(this.db.prepare(`select count(*) as count from ${this.entry}`).get()?.['count']);
  }

  /** Adds or replaces documents; an older version than the present one is ignored. */
  write(documents: readonly SearchDocument[]): void {
    const insert = this.db.prepare(
      `insert into ${this.entry} values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (id) do update set
         organization = excluded.organization, version = excluded.version, name = excluded.name,
         content = excluded.content, name_key = excluded.name_key, created = excluded.created,
         updated = excluded.updated, dated = excluded.dated where excluded.version >= version`,
    );
    const untag = this.db.prepare(`delete from ${this.tag} where entry = ?`);
    const tag = this.db.prepare(`insert or ignore into ${this.tag} values (?, ?)`);
    this.inTransaction(() => {
      for (const document of documents) {
        const { id, organizationId, name, content, createdAt, updatedAt, documentDate, tagIds } = document;
        const { changes } = insert.run(
          ...[id, organizationId, BigInt(document.version), folded(name), folded(content), sortKey(name)],
          ...[createdAt.getTime(), updatedAt.getTime(), documentDate?.getTime() ?? null],
        );
        if (Number(changes) === 0) continue;
        untag.run(id);
        for (const tagId of tagIds) tag.run(id, tagId);
      }
    });
  }

  remove(ids: readonly string[]): void {
    this.inTransaction(() => {
      for (const sql of [`delete from ${this.entry} where id = ?`, `delete from ${this.tag} where entry = ?`]) {
        const statement = this.db.prepare(sql);
        for (const id of ids) statement.run(id);
      }
    });
  }

  clear(): void {
    this.inTransaction(() => this.db.exec(`delete from ${this.entry}; delete from ${this.tag}`));
  }

  /** The ids of all matches in order. SQLite sorts a missing date first in ascending order, as the contract wants it. */
  find({ organizationId, tree }: SearchRequest, { field, order }: SearchSort): string[] {
    const values: (number | string)[] = [organizationId];
    const condition = conditionOf(tree, { tag: this.tag, values });
    const rows = this.db
      .prepare(
        `select id from ${this.entry} e where organization = ? and ${condition}
         order by ${COLUMNS[field]} ${order}, created ${order}, id ${order}`,
      )
      .all(...values);
    return rows.map(({ id }) => String(id));
  }

  inTransaction(work: () => void): void {
    this.db.exec('begin immediate');
    try {
      work();
      this.db.exec('commit');
    } catch (error) {
      this.db.exec('rollback');
      throw error;
    }
  }
}

/** The text that words and phrases are looked for in: without NUL, at which functions of SQLite stop. */
function folded(text: string): string {
  return foldedText(foldWords(text)).replaceAll('\0', '').toWellFormed();
}
