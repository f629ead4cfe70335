import { LockMode } from '@mikro-orm/core';
import { Injectable } from '@nestjs/common';
import { nameKey } from '@archivolt/plugin-kit';
import { sql } from 'kysely';
import {
  anyOf,
  COUNT,
  kyselyOf,
  limitAndOffset,
  lockName,
  PLAN_FOR_VALUES,
  sqlOver,
  UnitOfWork,
  type Transaction,
} from '#ground/database';
import type { OrganizationContext, OrganizationScope, Page } from '#ground/kernel';
import { nameKeyOf } from './migrations/0057-tag-name-keys.js';
import { documentsOfTags } from './tag-counts.repository.js';
import { Tag, type TagTables } from './tag.entity.js';

/** A tag as the API shows it. */
export interface TagRow {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  organizationId: string;
  name: string;
  normalizedName: string;
  color: string;
  description?: string | null | undefined;
  /** The tag above it. Not read together with documents. */
  parentId?: string | null | undefined;
}

const NAME_KEY = nameKeyOf('t.normalized_name');

/** A tag that exists until the commit. */
export type KeptTag = Pick<TagRow, 'id' | 'name'>;

const COLUMNS = `t.id, t.created_at as "createdAt", t.updated_at as "updatedAt", t.organization_id as "organizationId",
  t.name, t.normalized_name as "normalizedName", t.color, t.description`;

/** The tags of a document as a column of its row; null without any. */
export type TagsInRow =
  (Omit<TagRow, 'createdAt' | 'parentId' | 'updatedAt'> & { createdAt: string; updatedAt: string })[] | null;

/**
 * The expression for {@link TagsInRow}, for statements that read documents. `offset 0` looks up each tag by its id: a
 * hash of all tags would be made for each document.
 */
export function tagsOf(of: { documentId: string; organizationId: string }): string {
  return `(select json_agg(of_document order by of_document."normalizedName") from (
    select ${COLUMNS} from document_tag dt
    cross join lateral (
      select * from tag where tag.id = dt.tag_id and tag.organization_id = ${of.organizationId} offset 0) t
    where dt.document_id = ${of.documentId}) of_document)`;
}

export function tagRowsOf(tags: TagsInRow): TagRow[] {
  return (tags ?? []).map((tag) => ({
    ...tag,
    createdAt: new Date(tag.createdAt),
    updatedAt: new Date(tag.updatedAt),
  }));
}

/**
 * The select that keeps a tag from being deleted before the commit, like {@link TagRepository.keep}, for a statement that
 * also changes what refers to it. `once` is the condition that holds when the locks before it are taken.
 */
export function keptTag(of: { organizationId: string; tagId: string; once: string }): string {
  return `select id, name from tag
    where organization_id = ${of.organizationId} and id = ${of.tagId} and ${of.once} for key share`;
}

/** A tag from before names were compared by their key, and with a twin, has its name in lower case. */
function keysOf(name: string): string[] {
  return [...new Set([nameKey(name), name.toLowerCase()])];
}

/** Advisory locks of PostgreSQL: this number and a hash of the organization. */
const NAMES_LOCK = 741_853_003;

/** Every query on tags. Those that count or join documents are raw: the types of those tables belong to rooms above. */
@Injectable()
export class TagRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Finds a tag for a change and locks it until the end of the transaction. */
  findForChange(tx: Transaction, { organizationId }: OrganizationContext, tagId: string): Promise<Tag | null> {
    return tx.em.findOne(Tag, { id: tagId, organizationId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  }

  /** Locks several tags, in the order of their ids, for a change or deletion in this transaction. */
  async lockForChange(
    tx: Transaction,
    { organizationId }: OrganizationContext,
    tagIds: readonly string[],
  ): Promise<void> {
    await kyselyOf<TagTables>(tx)
      .selectFrom('tag')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', '=', anyOf(tagIds))
      .orderBy('id')
      .forUpdate()
      .execute();
  }

  /** Returns those of the tags that exist, in the order of their ids; none of them is deleted before the commit. */
  keep(tx: Transaction, { organizationId }: OrganizationScope, tagIds: readonly string[]): Promise<KeptTag[]> {
    return kyselyOf<TagTables>(tx)
      .selectFrom('tag')
      .select(['id', 'name'])
      .where('organization_id', '=', organizationId)
      .where('id', '=', anyOf(tagIds))
      .orderBy('id')
      .forKeyShare()
      .execute();
  }

  /** Returns the ids of the tags that exist. */
  async existing({ organizationId }: OrganizationScope, tagIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (tagIds.length === 0) return new Set();
    const rows = await kyselyOf<TagTables>(this.unitOfWork)
      .selectFrom('tag')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', '=', anyOf(tagIds))
      .execute();
    return new Set(rows.map(({ id }) => id));
  }

  /** Tags are created and renamed one after the other, so that the limit and the names hold. The first lock to take. */
  async lockNames(tx: Transaction, { organizationId }: OrganizationContext): Promise<void> {
    await lockName(tx, NAMES_LOCK, organizationId);
  }

  /**
   * Newest first, each with the number of its active documents. The numbers are one object, not rows of a join: a plan
   * for any organization expects few of them, and would compare each tag with each number.
   */
  list({ organizationId }: OrganizationScope, page?: Page): Promise<(TagRow & { documentsCount: number })[]> {
    return sqlOver(this.unitOfWork.db).query(
      `select ${COLUMNS}, t.parent_id as "parentId", coalesce((counted.by_tag ->> t.id)::int, 0) as "documentsCount"
       from tag t cross join (select jsonb_object_agg(tag_id, documents) as by_tag
         from ${documentsOfTags('select id from tag where organization_id = $1')} each) counted
       where t.organization_id = $1 order by t.created_at desc, t.id desc limit $2 offset $3`,
      [organizationId, ...limitAndOffset(page)],
    );
  }

  /**
   * How many active documents have each of these tags. Of a tag with more than `most` documents no more are read, and its
   * count is null.
   */
  async countsUpTo(
    { organizationId }: OrganizationScope,
    tagIds: readonly string[],
    most: number,
  ): Promise<Map<string, number | null>> {
    const rows = await sqlOver(this.unitOfWork.db).query<{ id: string; count: number; isCut: boolean }>(
      `${PLAN_FOR_VALUES} select t.id, counted.count, counted.is_cut as "isCut" from tag t, lateral (
         select count(*) filter (where d.deleted_at is null)::int as count, count(*) > $3 as is_cut
         from (select dt.document_id from document_tag dt where dt.tag_id = t.id limit $3::int + 1) tagged
         join document d on d.id = tagged.document_id
       ) counted where t.organization_id = $1 and t.id = any($2)`,
      [organizationId, tagIds, most],
    );
    return new Map(rows.map(({ id, count, isCut }) => [id, isCut ? null : count]));
  }

  /** Returns how many of these documents have each tag. */
  countsIn(
    { organizationId }: OrganizationScope,
    documentIds: readonly string[],
  ): Promise<{ tagId: string; count: number }[]> {
    return sqlOver(this.unitOfWork.db).query(
      `${PLAN_FOR_VALUES} select dt.tag_id as "tagId", count(*)::int as count from document_tag dt
       join tag t on t.id = dt.tag_id where t.organization_id = $1 and dt.document_id = any($2) group by dt.tag_id`,
      [organizationId, documentIds],
    );
  }

  /** Name and description of every tag, by name. */
  names(
    { organizationId }: OrganizationScope,
    tx?: Transaction,
  ): Promise<Pick<TagRow, 'description' | 'id' | 'name' | 'normalizedName'>[]> {
    return kyselyOf<TagTables>(tx ?? this.unitOfWork)
      .selectFrom('tag')
      .select(['id', 'name', 'normalized_name as normalizedName', 'description'])
      .where('organization_id', '=', organizationId)
      .orderBy('normalized_name')
      .execute();
  }

  /** Under {@link lockNames} nothing is put below another tag before the commit. */
  async tree(tx: Transaction, { organizationId }: OrganizationScope): Promise<Map<string, string | null>> {
    const rows = await kyselyOf<TagTables>(tx)
      .selectFrom('tag')
      .select(['id', 'parent_id as parentId'])
      .where('organization_id', '=', organizationId)
      .execute();
    return new Map(rows.map(({ id, parentId }) => [id, parentId]));
  }

  /** Puts the tags right below a tag below another one, except those named, or below none. */
  async moveThoseBelow(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    { tagId, intoTagId, except = [] }: { tagId: string; intoTagId: string | null; except?: readonly string[] },
  ): Promise<void> {
    await kyselyOf<TagTables>(tx)
      .updateTable('tag')
      .set({ parent_id: intoTagId, updated_at: sql<Date>`greatest(now(), updated_at + interval '1 ms')` })
      .where('organization_id', '=', organizationId)
      .where('parent_id', '=', tagId)
      .where((eb) => eb.not(eb('id', '=', anyOf(except))))
      .execute();
  }

  /** The tags that have this name already; a name that looks the same is the same. */
  named(tx: Transaction, { organizationId }: OrganizationScope, name: string): Promise<KeptTag[]> {
    return kyselyOf<TagTables>(tx)
      .selectFrom('tag')
      .select(['id', 'name'])
      .where('organization_id', '=', organizationId)
      .where('normalized_name', '=', anyOf(keysOf(name)))
      .orderBy('id')
      .execute();
  }

  /** Tags of all organizations that look like another one, from before such names were refused. */
  async twins(most: number): Promise<{ count: number; names: [string, string][] }> {
    const rows = await sqlOver(this.unitOfWork.db).query<{ name: string; other: string; count: number }>(
      `select t.name, other.name as other, count(*) over ()::int as count from tag t
       join tag other on other.organization_id = t.organization_id and other.normalized_name = ${NAME_KEY}
       where t.normalized_name <> ${NAME_KEY} order by t.id limit $1`,
      [most],
    );
    return { count: rows[0]?.count ?? 0, names: rows.map(({ name, other }) => [other, name]) };
  }

  async count(tx: Transaction, { organizationId }: OrganizationContext): Promise<number> {
    const { count } = await kyselyOf<TagTables>(tx)
      .selectFrom('tag')
      .select(COUNT.as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Tags of several documents, by document. */
  async ofDocuments(
    { organizationId }: OrganizationScope,
    documentIds: readonly string[],
  ): Promise<Map<string, TagRow[]>> {
    const rows = await sqlOver(this.unitOfWork.db).query<TagRow & { documentId: string }>(
      `select dt.document_id as "documentId", ${COLUMNS} from document_tag dt join tag t on t.id = dt.tag_id
       where t.organization_id = $1 and dt.document_id = any($2) order by t.normalized_name`,
      [organizationId, documentIds],
    );
    const tags = new Map<string, TagRow[]>();
    for (const { documentId, ...tag } of rows) tags.set(documentId, [...(tags.get(documentId) ?? []), tag]);
    return tags;
  }

  /**
   * Returns for a search the tags that each name (in any case) or id stands for, with all below them. The array looks up
   * what is below each of them: a join would read the nested tags of all organizations.
   */
  async idsByNameOrId({ organizationId }: OrganizationScope, names: readonly string[]): Promise<Map<string, string[]>> {
    const rows = await sqlOver(this.unitOfWork.db).query<{ id: string; key: string; ids: string[] }>(
      `with recursive named as (
         select id, normalized_name from tag
         where organization_id = $1 and (normalized_name = any($2) or id = any($3))
       ), below as (
         select id as top, id from named
         union select b.top, t.id from below b
           cross join unnest(array(select id from tag where parent_id = b.id and organization_id = $1)) t (id)
       )
       select id, normalized_name as key, array(select b.id from below b where b.top = n.id order by b.id <> n.id, b.id) as ids
       from named n order by id`,
      [organizationId, names.flatMap(keysOf), names],
    );
    return new Map(
      names.map((name) => [
        name,
        [...new Set(rows.filter(({ id, key }) => id === name || keysOf(name).includes(key)).flatMap(({ ids }) => ids))],
      ]),
    );
  }
}
