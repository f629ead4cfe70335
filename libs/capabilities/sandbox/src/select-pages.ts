import { stat } from 'node:fs/promises';
import type { DrawingContext, Extractor, SelectedPages } from '@archivolt/plugin-kit';
import type { SelectedMessage, SelectMessage } from './messages.js';
import { DRAWN_OUTCOMES, MOST_PAGES } from './read-drawn.js';
import { sentence } from './read-result.js';

/** Has an extractor make a new file of some pages, or of several files, in the child. */
export async function selectPages(
  message: SelectMessage,
  extractor: Extractor,
  context: DrawingContext,
): Promise<SelectedMessage> {
  const { mostBytes, partsFile } = message;
  const { outcome, reason, pagesCount } = readSelected(await selectedBy(message, extractor, context));
  if (outcome !== 'selected') return { kind: 'selected', outcome, reason, pagesCount, bytes: 0 };
  const { size: bytes } = await stat(partsFile);
  if (bytes > mostBytes) throw new Error('the plugin wrote a larger file than it may');
  return { kind: 'selected', outcome, reason: null, pagesCount, bytes };
}

function selectedBy(
  { input, pages, join, mostBytes, partsFile }: SelectMessage,
  extractor: Extractor,
  context: DrawingContext,
): Promise<SelectedPages> {
  const to = { target: partsFile, maxBytes: mostBytes };
  if (join !== undefined) {
    if (extractor.joinFiles === undefined) throw new Error('the plugin declares `joins`, but has no joinFiles');
    return extractor.joinFiles(input, { ...join, ...to }, context);
  }
  if (extractor.selectPages === undefined)
    throw new Error('the plugin declares `selectsPages`, but has no selectPages');
  return extractor.selectPages(input, { pages, ...to }, context);
}

/** Plugins are not all compiled against the types. */
function readSelected(value: SelectedPages | undefined): Pick<SelectedMessage, 'outcome' | 'pagesCount' | 'reason'> {
  const { outcome, reason, pagesCount } = (value ?? {}) as Partial<Record<string, unknown>>;
  const isKnown = outcome === 'selected' || (DRAWN_OUTCOMES.has(outcome) && outcome !== 'drawn');
  if (!isKnown || outcome === 'timeout') throw new Error('the plugin returned selected pages without a known outcome');
  const isCount =
    Number.isSafeInteger(pagesCount) && (pagesCount as number) >= 0 && (pagesCount as number) <= MOST_PAGES;
  return {
    outcome: outcome as SelectedMessage['outcome'],
    reason: typeof reason === 'string' ? sentence(reason) : null,
    pagesCount: isCount ? (pagesCount as number) : null,
  };
}
