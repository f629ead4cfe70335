import type { DatabaseSync } from 'node:sqlite';
import {
  foldedText,
  foldedWords,
  indexedWords,
  languageOf,
  sortKey,
  type PropertyValue,
  type SearchDocument,
  type SearchRequest,
  type SearchSort,
} from '@archivolt/plugin-kit';
import { conditionOf } from './condition.js';

const COLUMNS: Record<SearchSort['field'], string> = {
  createdAt: 'created',
  documentDate: 'dated',
  name: 'name_key',
  size: 'size',
  updatedAt: 'updated',
};

const PLACES = Array.from({ length: 18 }, () => '?').join(', ');

/** The tables of one index. A search looks through all documents of an organization. */
export class IndexTables {
  readonly entry: string;
  readonly tag: string;
  readonly property: string;

  constructor(
    private readonly db: DatabaseSync,
    suffix: string,
  ) {
    this.entry = `entry${suffix}`;
    this.tag = `tag${suffix}`;
    this.property = `property${suffix}`;
  }

  create(): void {
    this.db.exec(`
      create table if not exists ${this.entry} (
        id text primary key, organization text not null, version integer not null,
        name text not null, content text not null, notes text not null, name_key text not null,
        mime_type text not null, size integer not null, pages integer, source text not null, owner text,
        is_in_inbox integer not null,
        language text not null, has_notes integer not null,
        created integer not null, updated integer not null, dated integer
      ) strict;
      create table if not exists ${this.tag} (entry text not null, tag text not null, primary key (entry, tag)) strict;
      create table if not exists ${this.property} (
        entry text not null, property text not null, type text not null, value any not null,
        primary key (entry, property, type, value)
      ) strict`);
  }

  drop(): void {
    for (const table of this.#tables) this.db.exec(`drop table if exists ${table}`);
  }

  rename({ entry, tag, property }: IndexTables): void {
    this.db.exec(`alter table ${this.entry} rename to ${entry}; alter table ${this.tag} rename to ${tag};
      alter table ${this.property} rename to ${property}`);
  }

  count(): number {
    return Number(this.db.prepare(`select count(*) as count from ${this.entry}`).get()?.['count']);
  }

  /** Adds or replaces documents; an older version than the present one is ignored. */
  write(documents: readonly SearchDocument[]): void {
    const insert = this.db.prepare(
      `insert into ${this.entry} values (${PLACES}) on conflict (id) do update set
         organization = excluded.organization, version = excluded.version, name = excluded.name,
         content = excluded.content, notes = excluded.notes, name_key = excluded.name_key,
         mime_type = excluded.mime_type, size = excluded.size, pages = excluded.pages, source = excluded.source,
         owner = excluded.owner, is_in_inbox = excluded.is_in_inbox, language = excluded.language, has_notes = excluded.has_notes, created = excluded.created, updated = excluded.updated,
         dated = excluded.dated where excluded.version >= version`,
    );
    const removeValues = this.db.prepare(`delete from ${this.property} where entry = ?`);
    const addValue = this.db.prepare(`insert or ignore into ${this.property} values (?, ?, ?, ?)`);
    const untag = this.db.prepare(`delete from ${this.tag} where entry = ?`);
    const tag = this.db.prepare(`insert or ignore into ${this.tag} values (?, ?)`);
    this.inTransaction(() => {
      for (const document of documents) {
        const { id, organizationId, name, createdAt, updatedAt, documentDate, tagIds } = document;
        const { changes } = insert.run(
          ...[id, organizationId, BigInt(document.version)],
          ...[folded(name), folded(document.content), folded(document.notes), sortKey(name), document.mimeType],
          ...[document.size, document.pages, document.source, document.ownerId, document.isInInbox ? 1 : 0],
          ...[languageOf(foldedWords(document.content)), document.notes === '' ? 0 : 1],
          ...[createdAt.getTime(), updatedAt.getTime(), documentDate?.getTime() ?? null],
        );
        if (Number(changes) === 0) continue;
        untag.run(id);
        for (const tagId of tagIds) tag.run(id, tagId);
        removeValues.run(id);
        for (const property of document.properties)
          for (const value of storedValues(property)) addValue.run(id, property.propertyId, property.type, value);
      }
    });
  }

  remove(ids: readonly string[]): void {
    this.inTransaction(() => {
      for (const table of this.#tables) {
        const column = table === this.entry ? 'id' : 'entry';
        const statement = this.db.prepare(`delete from ${table} where ${column} = ?`);
        for (const id of ids) statement.run(id);
      }
    });
  }

  clear(): void {
    this.inTransaction(() => this.#tables.forEach((table) => this.db.exec(`delete from ${table}`)));
  }

  /** The ids of all matches in order. SQLite sorts a missing date first in ascending order, as the contract wants it. */
  find({ organizationId, tree }: SearchRequest, { field, order }: SearchSort): string[] {
    const values: (number | string)[] = [organizationId];
    const condition = conditionOf(tree, { tag: this.tag, property: this.property, values });
    const rows = this.db
      .prepare(
        `select id from ${this.entry} e where organization = ? and ${condition}
         order by ${COLUMNS[field]} ${order}, created ${order}, id ${order}`,
      )
      .all(...values);
    return rows.map(({ id }) => String(id));
  }

  get #tables(): string[] {
    return [this.entry, this.tag, this.property];
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
  return foldedText(indexedWords(text)).replaceAll('\0', '').toWellFormed();
}

/** The rows of one property: a value of SQLite for each text, number or id. */
function storedValues(value: PropertyValue): (number | string)[] {
  switch (value.type) {
    case 'text':
      return [value.text];
    case 'number':
      return [value.number];
    case 'date':
      return [value.date.getTime()];
    case 'boolean':
      return [Number(value.boolean)];
    case 'option':
      return value.optionIds;
    case 'user':
      return value.userIds;
    case 'document':
      return value.documentIds;
  }
}
