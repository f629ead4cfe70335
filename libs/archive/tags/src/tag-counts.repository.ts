import { Injectable } from '@nestjs/common';
import { anyOf, kyselyOf, sqlOver, UnitOfWork } from '#ground/database';
import type { TagCountTables } from './tag-count.schema.js';
import type { TagTables } from './tag.entity.js';

/** Differences that one transaction adds up. */
const CHUNK = 10_000;

/**
 * The rows of how many active documents have each tag that has any: `tag_id` and `documents`. `tagIds` is a select. All
 * differences are read once; looking them up tag by tag would meet those again that were added up and are not vacuumed.
 */
export function documentsOfTags(tagIds: string): string {
  return `(select tag_id, sum(documents)::int as documents from (
      select tag_id, documents from tag_count where tag_id in (${tagIds})
      union all
      select tag_id, documents from tag_count_difference where tag_id in (${tagIds})) counted group by tag_id)`;
}

/** Tags with their right number and the one that is kept; without organizations whose purge is due: it counts nothing. */
const DIFFERENT = `
  select t.id as "tagId", counted.documents as counted, kept.documents as kept
  from tag t join organization o on o.id = t.organization_id
    left join (select dt.tag_id, count(*)::int as documents from document_tag dt
      join document d on d.id = dt.document_id where d.deleted_at is null group by dt.tag_id) truth on truth.tag_id = t.id
    left join ${documentsOfTags('select id from tag')} known on known.tag_id = t.id
    cross join lateral (select coalesce(truth.documents, 0) as documents) counted
    cross join lateral (select coalesce(known.documents, 0) as documents) kept
  where (o.scheduled_purge_at is null or o.scheduled_purge_at > now()) and counted.documents <> kept.documents`;

/** A tag whose number of documents is wrong. */
export interface TagCountDifference {
  tagId: string;
  counted: number;
  kept: number;
}

/** The numbers of documents of tags, which triggers keep. */
@Injectable()
export class TagCounts {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Adds all differences to the numbers they belong to, in several transactions. */
  async fold(): Promise<void> {
    while ((await this.#foldChunk()) === CHUNK);
  }

  /** True when there is something to add up. */
  async haveDifferences(): Promise<boolean> {
    const { found } = await kyselyOf<TagCountTables>(this.unitOfWork)
      .selectNoFrom((of) => of.exists(of.selectFrom('tag_count_difference')).$castTo<boolean>().as('found'))
      .executeTakeFirstOrThrow();
    return found;
  }

  /** Compares in one statement, which sees one moment, so that changes in progress make no difference. */
  async compare(): Promise<TagCountDifference[]> {
    return sqlOver(this.unitOfWork.db).query<TagCountDifference>(`${DIFFERENT} order by t.id`);
  }

  /**
   * Corrects the numbers by what is missing in them at one moment. As a difference like all others, it adds up with
   * those of changes under way, so nothing needs a lock.
   */
  async mend(): Promise<void> {
    await sqlOver(this.unitOfWork.db).query(
      `insert into tag_count_difference (tag_id, documents)
       select "tagId", counted - kept from (${DIFFERENT}) different`,
    );
  }

  /** Returns how many differences it took. Those of tags that are deleted are dropped. */
  #foldChunk(): Promise<number> {
    return this.unitOfWork.run(async (tx) => {
      const db = kyselyOf<TagCountTables & TagTables>(tx);
      const found = await db
        .selectFrom('tag_count_difference')
        .select(['id', 'tag_id as tagId'])
        .orderBy('id')
        .limit(CHUNK)
        .forUpdate()
        .skipLocked()
        .execute();
      if (found.length === 0) return 0;
      // Before the numbers, as in every transaction that deletes a tag.
      const kept = await db
        .selectFrom('tag')
        .select('id')
        .where('id', '=', anyOf([...new Set(found.map(({ tagId }) => tagId))]))
        .orderBy('id')
        .forKeyShare()
        .execute();
      // Raw: it deletes, adds up and writes in one.
      await tx.sql.query(
        `with taken as (delete from tag_count_difference where id = any($1::bigint[]) returning tag_id, documents)
         insert into tag_count as c (tag_id, documents)
         select tag_id, sum(documents) from taken where tag_id = any($2::text[]) group by tag_id order by tag_id
         on conflict (tag_id) do update set documents = c.documents + excluded.documents`,
        [found.map(({ id }) => id), kept.map(({ id }) => id)],
      );
      return found.length;
    });
  }
}
