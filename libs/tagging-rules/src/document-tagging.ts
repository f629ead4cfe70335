import { Injectable } from '@nestjs/common';
import { ActivityLog } from '#libs/activity';
import type { Transaction } from '#libs/database';
import { DocumentTagAdded } from '#libs/documents';
import { EventLog } from '#libs/events';
import { TagCatalog } from '#libs/tags';

interface Pair {
  documentId: string;
  tagId: string;
}

/** Adds tags for rules: by nobody in particular, and only where they are missing. */
@Injectable()
export class DocumentTagging {
  constructor(
    private readonly tags: TagCatalog,
    private readonly activity: ActivityLog,
    private readonly events: EventLog,
  ) {}

  /**
   * Every tag to every document. Documents and tags that are gone by now are left out, and so are, with `activeOnly`,
   * documents in the trash. Each pair that is new gets its activity and event; the pairs are returned.
   */
  async add(
    tx: Transaction,
    organizationId: string,
    documentIds: readonly string[],
    tagIds: readonly string[],
    options: { activeOnly: boolean },
  ): Promise<Pair[]> {
    if (documentIds.length === 0 || tagIds.length === 0) return [];
    // The locks keep both from being deleted before the commit, which would make the whole chunk fail.
    const documents = await tx.sql.query<{ id: string }>(
      `select id from document where organization_id = $1 and id = any($2::text[]) and ($3 is false or deleted_at is null)
       order by id for no key update`,
      [organizationId, documentIds, options.activeOnly],
    );
    const tags = await this.tags.keep(tx, organizationId, tagIds);
    const pairs = await tx.sql.query<Pair>(
      `insert into document_tag (document_id, tag_id)
       select d.id, t.id from unnest($1::text[]) as d(id) cross join unnest($2::text[]) as t(id) order by d.id, t.id
       on conflict do nothing returning document_id as "documentId", tag_id as "tagId"`,
      [documents.map(({ id }) => id), tags],
    );
    await this.activity.record(
      tx,
      pairs.map((pair) => ({ ...pair, event: 'tagged' })),
    );
    for (const pair of pairs) this.events.record(tx, DocumentTagAdded, organizationId, pair);
    return pairs;
  }
}
