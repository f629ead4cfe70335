import type { Command } from 'commander';
import { ReindexDocuments, SearchIndexStatus, type SearchIndexReport } from '#capabilities/search';
import { withFeatures } from '../with-features.js';

export function addSearchCommands(program: Command): void {
  const search = program.command('search').description('the search index');
  search
    .command('status')
    .description('which plugin keeps the index, what it has not received yet, and how far a rebuild is')
    .action(async () => {
      const report = await withFeatures((app) => app.get(SearchIndexStatus, { strict: false }).read());
      console.log(linesOf(report).join('\n'));
    });
  search
    .command('reindex')
    .description('write all active documents into the search index again; safe to run at any time')
    .action(async () => {
      const { signal } = new AbortController();
      const show = (report: SearchIndexReport) => console.error(progressOf(report));
      const count = await withFeatures((app) => app.get(ReindexDocuments, { strict: false }).execute(signal, show));
      console.log(`Indexed ${count} ${count === 1 ? 'document' : 'documents'}.`);
    });
}

function linesOf(report: SearchIndexReport): string[] {
  const { pluginId, indexVersion, configured, isTransactional, waiting } = report;
  const lines = [`The index is kept by ${pluginId}, version ${indexVersion}.`];
  const isConfigured = configured.pluginId === pluginId && configured.indexVersion === indexVersion;
  if (!isConfigured)
    lines.push(
      `The settings of this command name ${configured.pluginId}, version ${configured.indexVersion}; a server with these settings rebuilds the index when it starts.`,
    );
  // What is known of the plugin is about the configured one.
  if (isConfigured && isTransactional) lines.push('It is written together with each change, so nothing waits for it.');
  else if (waiting.documents === 0) lines.push('It has received every change.');
  else
    lines.push(
      `Changed documents that wait for it: ${waiting.documents}, since ${waiting.oldest?.toISOString() ?? ''}.`,
    );
  if (waiting.refused > 0)
    lines.push(
      `It refuses ${waiting.refused} of them, for instance ${waiting.refusedDocumentId}: ${waiting.refusedBecause}`,
    );
  if (waiting.failed > 0)
    lines.push(
      `It fails for ${waiting.failed} of them, for instance ${waiting.failedDocumentId}: ${waiting.failedBecause}`,
      'They are sent again within a minute; the log of the server has the stack trace.',
    );
  if (report.failingSince)
    lines.push(
      `It has failed since ${report.failingSince.toISOString()}: ${report.lastError}`,
      `The next attempt is at ${report.nextAttemptAt?.toISOString() ?? ''}.`,
    );
  lines.push(...report.details);
  if (report.rebuildReason !== null) lines.push(progressOf(report));
  if (report.leftPluginId !== null)
    lines.push(`The index of ${report.leftPluginId}, which it has replaced, is removed in the background.`);
  return lines;
}

function progressOf({ rebuildReason, rebuildDone, documents, answeringPluginId }: SearchIndexReport): string {
  if (rebuildReason === null) return 'The rebuild has ended.';
  const progress = `It is being rebuilt because ${rebuildReason}: ${rebuildDone} of ${documents ?? 0} documents are done.`;
  return answeringPluginId === null ? progress : `${progress} ${answeringPluginId} answers queries until then.`;
}
