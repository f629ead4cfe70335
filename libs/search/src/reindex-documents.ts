import { Injectable } from '@nestjs/common';
import type { SearchDocument } from '@archivolt/plugin-kit';
import { UnitOfWork } from '#libs/database';
import { SearchService } from './search.service.js';

const DOCUMENTS_AT_A_TIME = 100;
/** Bytes of text held at a time; a single longer text is indexed alone. */
const BYTES_AT_A_TIME = 8_000_000;

/** Writes the active documents of all organizations into the search index again. Safe at any time. */
@Injectable()
export class ReindexDocuments {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly search: SearchService,
  ) {}

  /** Returns the number of documents. */
  async execute(signal: AbortSignal): Promise<number> {
    let count = 0;
    let after = '';
    for (;;) {
      signal.throwIfAborted();
      const documents = await this.indexNext(after);
      const last = documents.at(-1);
      if (!last) return count;
      count += documents.length;
      after = last.id;
    }
  }

  private indexNext(after: string): Promise<SearchDocument[]> {
    return this.unitOfWork.run(async (tx) => {
      // The lock prevents an edit from being indexed first and then overwritten by its older text.
      const documents = await tx.sql.query<SearchDocument>(
        `select id, sequence::text, organization_id as "organizationId", name, content from document
         where id in (
           select id from (
             select id, sum(octet_length(content)) over (order by id) - octet_length(content) as bytes_before
             from (select id, content from document where deleted_at is null and id > $1 order by id limit $2) next
           ) measured where bytes_before < $3)
         order by id for share`,
        [after, DOCUMENTS_AT_A_TIME, BYTES_AT_A_TIME],
      );
      await this.search.index(tx.sql, documents);
      return documents;
    });
  }
}
