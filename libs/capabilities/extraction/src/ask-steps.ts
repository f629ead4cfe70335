import type { ExtractionPlugin } from './extraction-plugins.js';
import { makeExtraction, PluginFailedForNow, type Extraction, type ExtractionTurn } from '#capabilities/sandbox';
import { isMoved } from './extraction.js';
import { endsChain, endsSearch, PluginsAsked } from './plugins-asked.js';

/**
 * Asks the plugins of each step, one after the other, until one has read the file. A step that has no text for it leaves
 * it to the next one. Ends early when a plugin belongs to another lane; the turn there goes on with that plugin. Throws
 * when no step has read it and a plugin has failed for now.
 */
export async function askSteps(
  steps: readonly (readonly ExtractionPlugin[])[],
  { type, turn }: { type: string; turn: ExtractionTurn },
  ask: (plugin: ExtractionPlugin) => Promise<Extraction>,
): Promise<Extraction> {
  const asked = new PluginsAsked(type, turn.asked);
  let failedForNow: PluginFailedForNow | undefined;
  // A plugin that may read the file later need not be waited for when another step can read it now.
  const orFailed = async (extraction: Promise<Extraction>): Promise<Extraction> => {
    try {
      return await extraction;
    } catch (error) {
      if (!(error instanceof PluginFailedForNow)) throw error;
      failedForNow ??= error;
      return makeExtraction('failed', { reason: error.message });
    }
  };
  for (const [index, step] of steps.entries()) {
    const hasFallback = index < steps.length - 1;
    for (const plugin of step) {
      if (asked.has(plugin)) continue;
      const extraction = await (hasFallback ? orFailed(ask(plugin)) : ask(plugin));
      if (isMoved(extraction)) return asked.movedBy({ ...extraction, ...(hasFallback && { hasFallback }) }, turn);
      // No other plugin would hand over the same files, whatever it has of the text.
      const hasFiles = (extraction.handed?.files.length ?? 0) > 0;
      const ends = hasFiles || endsSearch(plugin, extraction);
      if (ends && (hasFiles || !hasFallback || endsChain(extraction))) return asked.readBy(plugin, extraction);
      asked.add(plugin, extraction, { hasFallback });
      if (ends) asked.passOver(step);
    }
  }
  if (failedForNow) throw failedForNow; // no step could read it now
  return asked.unread();
}
