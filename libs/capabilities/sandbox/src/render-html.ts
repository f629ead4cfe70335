import { writeFile } from 'node:fs/promises';
import type { DrawingContext, Extractor, Rendition } from '@archivolt/plugin-kit';
import type { RenderedMessage, RenderMessage } from './messages.js';
import { DRAWN_OUTCOMES } from './read-drawn.js';
import { sentence } from './read-result.js';

/** Has an extractor show a file as HTML, in the child. */
export async function renderHtml(
  { input, mostBytes, partsFile }: RenderMessage,
  extractor: Extractor,
  context: DrawingContext,
): Promise<RenderedMessage> {
  if (extractor.renderHtml === undefined) throw new Error('the plugin declares `renders`, but has no renderHtml');
  const rendition = (await extractor.renderHtml(input, { maxBytes: mostBytes }, context)) as Rendition | undefined;
  const { outcome, reason, html, isCut } = (rendition ?? {}) as Partial<Record<string, unknown>>;
  if (outcome !== 'rendered') return { kind: 'rendered', ...refused(outcome, reason), isCut: false, bytes: 0 };
  if (typeof html !== 'string') throw new Error('the plugin returned a rendition without HTML');
  const bytes = Buffer.from(html, 'utf8');
  if (bytes.length > mostBytes) throw new Error('the plugin returned more HTML than it may');
  await writeFile(partsFile, bytes);
  return { kind: 'rendered', outcome, reason: null, isCut: isCut === true, bytes: bytes.length };
}

/** Plugins are not all compiled against the types. */
function refused(outcome: unknown, reason: unknown): Pick<RenderedMessage, 'outcome' | 'reason'> {
  if (!DRAWN_OUTCOMES.has(outcome) || outcome === 'drawn' || outcome === 'timeout')
    throw new Error('the plugin returned a rendition without a known outcome');
  return {
    outcome: outcome as RenderedMessage['outcome'],
    reason: typeof reason === 'string' ? sentence(reason) : null,
  };
}
