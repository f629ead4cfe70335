import { Injectable } from '@nestjs/common';
import { ActivityLog } from '#libs/activity';
import type { Transaction } from '#libs/database';
import { DocumentTagAdded } from '#libs/documents';
import { EventLog } from '#libs/events';

interface Pair {
  documentId: string;
  tagId: string;
}

/** Adds tags for rules: by nobody in particular, and only where they are missing. */
@Injectable()
export class DocumentTagging {
  constructor(
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
    const pairs = await tx.sql.query<Pair>(
      `with wanted as materialized (
         select id from tag where organization_id = $1 and id = any($3::text[]) order by id for key share
       ), chosen as materialized (
         select id from document where organization_id = $1 and id = any($2::text[])
           and ($4 is false or deleted_at is null) order by id for key share
       )
       insert into document_tag (document_id, tag_id)
       select chosen.id, wanted.id from chosen cross join wanted order by chosen.id, wanted.id
       on conflict do nothing returning document_id as "documentId", tag_id as "tagId"`,
      [organizationId, documentIds, tagIds, options.activeOnly],
    );
    await this.activity.record(
      tx,
      pairs.map((pair) => ({ ...pair, event: 'tagged' })),
    );
    for (const pair of pairs) this.events.record(tx, DocumentTagAdded, organizationId, pair);
    return pairs;
  }
}
