import { Injectable } from '@nestjs/common';
import { foldWords, type SearchTree } from '@archivolt/plugin-kit';
import { DiagnosticCheck, failed, type Check, type CheckResult } from '#ground/features';
import { Clock } from '#ground/kernel';
import { SearchChangesRepository } from './search-changes.repository.js';
import { EnginesInUse } from './engines-in-use.js';
import { IndexStateRepository } from './index-state.repository.js';
import { RebuildPartsRepository, type SampledDocument } from './rebuild-parts.repository.js';
import { SearchUnavailable } from './search.errors.js';
import { SearchIndexStatus, type SearchIndexReport } from './search-index-status.js';

/** Enough documents to notice a loss, few enough to be quick in a large archive. */
const SAMPLE = 100;

const AWAY = {
  status: 'problem',
  remedy: 'start the search service, or correct the settings of the plugin; what waits is then delivered by itself.',
} as const;

/** How long changes may wait for an external search engine before that is a finding. */
const LONGEST_LAG_MS = 60_000;

/**
 * Whether the index is complete: nothing waits, and a sample of the documents is found by the first words of their names
 * and notes.
 */
@Injectable()
@DiagnosticCheck()
export class SearchIndexCheck implements Check {
  readonly name = 'search';

  constructor(
    private readonly engines: EnginesInUse,
    private readonly documents: RebuildPartsRepository,
    private readonly status: SearchIndexStatus,
    private readonly state: IndexStateRepository,
    private readonly changes: SearchChangesRepository,
    private readonly clock: Clock,
  ) {}

  /** Asks the plugin whether it can work; looks for no document. */
  async probe(signal: AbortSignal): Promise<CheckResult> {
    const { pluginId, failingSince, lastError } = await this.state.read();
    if (failingSince)
      return { ...AWAY, message: `${pluginId} does not respond since ${failingSince.toISOString()} (${lastError})` };
    try {
      await (await this.engines.now()).answering.check(signal);
      return { status: 'ok', message: `${pluginId} responds` };
    } catch (error) {
      return { ...AWAY, ...failed(error) };
    }
  }

  async run(signal: AbortSignal): Promise<CheckResult> {
    const report = await this.status.read();
    const finding = findingIn(report, this.clock.now());
    if (finding) return finding;
    const searchable = await this.sample();
    const lost: string[] = [];
    try {
      for (const document of searchable) if (!(await this.isFound(document, signal))) lost.push(document.id);
    } catch (error) {
      if (!SearchUnavailable.matches(error)) throw error;
      return unreachable(report, error.cause);
    }
    if (lost.length === 0) {
      return { status: 'ok', message: `${report.pluginId}; ${searchable.length} documents looked for, all found` };
    }
    return {
      status: 'problem',
      message: `${lost.length} of ${searchable.length} documents looked for are not found by their names and notes, for instance ${lost[0]}`,
      remedy: 'run `npm run cli -- search reindex`; it works while the server runs.',
    };
  }

  private async sample(): Promise<SampledDocument[]> {
    const documents = await this.documents.sample(SAMPLE);
    const waiting = await this.changes.withChanges(documents.map(({ id }) => id));
    return documents.filter(({ id, name }) => foldWords(name).length > 0 && !waiting.has(id));
  }

  private async isFound(document: SampledDocument, signal: AbortSignal): Promise<boolean> {
    const { id, organizationId, name, notes, createdAt } = document;
    const before = new Date(createdAt.getTime() + 1);
    const { answering } = await this.engines.now();
    const { ids } = await answering.query(
      (backend, limited, timeLimitMs) =>
        backend.search(
          {
            organizationId,
            timeLimitMs,
            tree: {
              kind: 'and',
              children: [
                { kind: 'text', words: foldWords(name).slice(0, 1), fields: ['name'] },
                ...wordOfNotes(notes),
                { kind: 'date', field: 'createdAt', from: createdAt, before },
              ],
            },
            sort: { field: 'createdAt', order: 'desc' },
            pageIndex: 0,
            pageSize: SAMPLE,
          },
          limited,
        ),
      signal,
    );
    return ids.includes(id);
  }
}

function wordOfNotes(notes: string): SearchTree[] {
  const words = foldWords(notes).slice(0, 1);
  return words.length === 0 ? [] : [{ kind: 'text', words, fields: ['notes'] }];
}

function findingIn(report: SearchIndexReport, now: Date): CheckResult | undefined {
  const { configured, pluginId, indexVersion, rebuildReason, rebuildDone, documents, waiting, failingSince } = report;
  const { answeringPluginId } = report;
  const answering = answeringPluginId === null ? '' : `; ${answeringPluginId} answers until then`;
  if (failingSince) return unreachable(report, report.lastError);
  if (configured.pluginId !== pluginId || configured.indexVersion !== indexVersion)
    return {
      status: 'warning',
      message: `the index was filled by ${pluginId} version ${indexVersion}, and the settings name ${configured.pluginId} version ${configured.indexVersion}`,
      remedy: 'start the server: it rebuilds the index by itself.',
    };
  if (rebuildReason !== null)
    return {
      status: 'warning',
      message: `the index is being rebuilt because ${rebuildReason}: ${rebuildDone} of ${documents ?? 0} documents are done${answering}`,
      remedy: 'wait, with a running server; see `npm run cli -- search status`.',
    };
  if (waiting.refused > 0)
    return {
      status: 'problem',
      message: `documents that ${pluginId} refuses: ${waiting.refused}, for instance ${waiting.refusedDocumentId}: ${waiting.refusedBecause}`,
      remedy: 'correct what the message names, then run `npm run cli -- search reindex`.',
    };
  if (waiting.failed > 0)
    return {
      status: 'problem',
      message: `documents for which ${pluginId} fails: ${waiting.failed}, for instance ${waiting.failedDocumentId}: ${waiting.failedBecause}`,
      remedy:
        'correct the plugin; the log of the server has the stack trace. The documents are sent again within a minute.',
    };
  if (waiting.oldest && now.getTime() - waiting.oldest.getTime() > LONGEST_LAG_MS)
    return {
      status: 'warning',
      message: `changed documents that wait for ${pluginId}: ${waiting.documents}, since ${waiting.oldest.toISOString()}`,
      remedy: 'check that a server or worker runs.',
    };
  return undefined;
}

function unreachable({ pluginId, waiting }: SearchIndexReport, reason: unknown): CheckResult {
  return {
    ...AWAY,
    message: `${pluginId} does not respond (${reason instanceof Error ? reason.message : String(reason)}); changed documents that wait for it: ${waiting.documents}`,
  };
}
