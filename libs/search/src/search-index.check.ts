import { Inject, Injectable } from '@nestjs/common';
import { foldWords, type SearchBackend } from '@archivolt/plugin-kit';
import { sqlOver, UnitOfWork } from '#libs/database';
import { DiagnosticCheck, type Check, type CheckResult } from '#libs/diagnostics';
import { PluginHost } from '#libs/plugin-host';
import { SEARCH_BACKEND } from './search.service.js';

/** Enough documents to notice a loss, few enough to be quick in a large archive. */
const SAMPLE = 100;

interface SampledDocument {
  id: string;
  organizationId: string;
  name: string;
  createdAt: Date;
}

/** Searches a sample of the documents by a word of their names. */
@Injectable()
@DiagnosticCheck()
export class SearchIndexCheck implements Check {
  readonly name = 'search';

  constructor(
    @Inject(SEARCH_BACKEND) private readonly backend: SearchBackend,
    private readonly unitOfWork: UnitOfWork,
    private readonly plugins: PluginHost,
  ) {}

  async run(signal: AbortSignal): Promise<CheckResult> {
    // Spread over the whole archive by the sequence number of the documents.
    const documents = await sqlOver(this.unitOfWork.db).query<SampledDocument>(
      `select id, organization_id as "organizationId", name, created_at as "createdAt" from document
       where deleted_at is null and sequence % greatest(1, (select count(*) from document) / $1) = 0
       order by sequence desc limit $1`,
      [SAMPLE],
    );
    const searchable = documents.filter(({ name }) => foldWords(name).length > 0);
    const lost: string[] = [];
    for (const document of searchable) if (!(await this.isFound(document, signal))) lost.push(document.id);
    if (lost.length === 0) {
      const { id } = this.plugins.chosen('search').plugin;
      return { status: 'ok', message: `${id}; ${searchable.length} documents looked for, all found` };
    }
    return {
      status: 'problem',
      message: `${lost.length} of ${searchable.length} documents looked for are not found by their names, for instance ${lost[0]}`,
      remedy: 'run `npm run cli -- search reindex`; it works while the server runs.',
    };
  }

  private async isFound(document: SampledDocument, signal: AbortSignal): Promise<boolean> {
    const { id, organizationId, name, createdAt } = document;
    const before = new Date(createdAt.getTime() + 1);
    const { ids } = await this.backend.search(
      {
        organizationId,
        tree: {
          kind: 'and',
          children: [
            { kind: 'text', words: foldWords(name).slice(0, 1), fields: ['name'] },
            { kind: 'date', field: 'createdAt', from: createdAt, before },
          ],
        },
        sort: { field: 'createdAt', order: 'desc' },
        pageIndex: 0,
        pageSize: SAMPLE,
      },
      signal,
    );
    return ids.includes(id);
  }
}
