import { Injectable, Logger } from '@nestjs/common';
import { PermanentPluginError, TransientPluginError, type Sql, type SearchIndexBuild } from '@archivolt/plugin-kit';
import { limitedCall } from '#ground/plugin-host';
import { ContentPreparation } from './content-preparation.js';
import { logPluginError } from './log-plugin-error.js';
import { SearchEngine } from './search-engine.js';
import { SearchChangesRepository, type ChangedDocument } from './search-changes.repository.js';

/** What an external index and a second one that is being filled have in common. */
export type DocumentReceiver = Pick<SearchIndexBuild, 'index' | 'remove'>;

const CALL_LIMIT_SECONDS = 60;
/** When so many documents fail for the first time and none succeeds, the search engine is at fault and not a document. */
const FAILURES_OF_THE_ENGINE = 3;

/** Sends documents to an external search engine. */
@Injectable()
export class DeliverDocuments {
  readonly #logger = new Logger('Search');

  constructor(
    private readonly changes: SearchChangesRepository,
    private readonly preparation: ContentPreparation,
    private readonly engine: SearchEngine,
  ) {}

  /**
   * Delivers the documents to all receivers and completes their changes. A document that fails alone is postponed and
   * does not hold up the others. Throws when the engine is away or at fault; what was not delivered stays recorded.
   */
  async execute(sql: Sql, receivers: readonly DocumentReceiver[], changed: readonly ChangedDocument[]): Promise<void> {
    if (changed.length === 0) return;
    const prepared = await Promise.all(changed.map((each) => this.#prepare(each)));
    try {
      await send(receivers, prepared);
    } catch (error) {
      if (error instanceof TransientPluginError) throw error;
      await this.#oneByOne(sql, receivers, prepared);
      return;
    }
    await this.changes.remove(
      sql,
      changed.flatMap((each) => each.changes),
    );
  }

  async #oneByOne(
    sql: Sql,
    receivers: readonly DocumentReceiver[],
    changed: readonly ChangedDocument[],
  ): Promise<void> {
    let delivered = 0;
    const failed: { document: ChangedDocument; error: Error }[] = [];
    let fault: Error | undefined;
    for (const document of taken(changed)) {
      try {
        await send(receivers, [document]);
        delivered += 1;
        await this.changes.remove(sql, document.changes);
      } catch (error) {
        if (error instanceof TransientPluginError) throw error;
        failed.push({ document, error: error as Error });
        if (delivered === 0 && isFaultOfEngine(failed)) {
          fault = error as Error;
          break;
        }
      }
    }
    // The documents are also postponed after a fault of the engine: the next attempt must not begin with the same ones.
    for (const { document, error } of failed) {
      const isFinal = error instanceof PermanentPluginError;
      await this.changes.postpone(sql, document, error, { isFinal });
      logPluginError(this.#logger, `The search engine does not accept ${document.documentId}`, error);
    }
    if (fault) throw fault;
  }

  async #prepare(changed: ChangedDocument): Promise<ChangedDocument> {
    if (!changed.document) return changed;
    const { organizationId, content } = changed.document;
    const { texts } = await this.preparation.prepare(organizationId, content, [this.engine]);
    const text = texts?.get(this.engine.pluginId);
    return text === undefined ? changed : { ...changed, document: { ...changed.document, preparedContent: text } };
  }
}

/** Organizations take turns, so that the documents of one are not taken for a fault of the engine. */
function taken(changed: readonly ChangedDocument[]): ChangedDocument[] {
  const counts = new Map<string, number>();
  const turns = changed.map((document) => {
    const turn = counts.get(document.organizationId) ?? 0;
    counts.set(document.organizationId, turn + 1);
    return { document, turn };
  });
  return turns.sort((a, b) => a.turn - b.turn).map(({ document }) => document);
}

/** A document that failed before says nothing about the engine. */
function isFaultOfEngine(failed: readonly { document: ChangedDocument; error: Error }[]): boolean {
  if (failed.some(({ error }) => error instanceof PermanentPluginError)) return false;
  return failed.filter(({ document }) => document.attempts === 0).length === FAILURES_OF_THE_ENGINE;
}

async function send(receivers: readonly DocumentReceiver[], changed: readonly ChangedDocument[]): Promise<void> {
  const documents = changed.flatMap(({ document }) => document ?? []);
  const removed = changed
    .filter(({ document }) => !document)
    .map(({ documentId: id, organizationId, version }) => ({ id, organizationId, version }));
  for (const receiver of receivers) {
    await limitedCall('the search engine', { seconds: CALL_LIMIT_SECONDS }, async (signal) => {
      if (documents.length > 0) await receiver.index(documents, signal);
      if (removed.length > 0) await receiver.remove(removed, signal);
    });
  }
}
