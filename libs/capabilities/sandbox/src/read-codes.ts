import { writeFile } from 'node:fs/promises';
import type { DrawingContext, Extractor } from '@archivolt/plugin-kit';
import { codesIn } from './code-reader.js';
import { PATCH_T, writeCodes, type FoundCode } from './code-list.js';
import type { CodedMessage, CodesMessage } from './messages.js';
import { hasPatchCode } from './patch-code.js';
import { readDrawn } from './read-drawn.js';

/** No further page is begun so long before the end, to hand over what was found. */
const RESERVE_MS = 2_000;

type Undrawn = Exclude<CodedMessage['outcome'], 'read' | 'timeout'>;

/** Has an extractor draw the pages of a file one after the other, and reads the codes on them, in the child. */
export async function readCodes(
  { input, mostPages, leftOut, side, headFile }: CodesMessage,
  extractor: Extractor,
  context: DrawingContext,
  onPage: (page: number) => void,
): Promise<CodedMessage> {
  const codes: FoundCode[] = [];
  let pagesCount: number | null = null;
  let [pages, unreadPages, isCutShort] = [0, 0, false];
  for (let page = 1; page <= Math.min(mostPages, pagesCount ?? Infinity); page++) {
    isCutShort = page > 1 && (context.signal.aborted || context.deadline - Date.now() < RESERVE_MS);
    if (isCutShort) break;
    pages = page;
    if (leftOut.includes(page)) {
      unreadPages += 1;
      continue;
    }
    onPage(page);
    try {
      const read = await pageOf(extractor, input, { page, width: side, height: side }, context);
      pagesCount = read.pagesCount ?? pagesCount;
      if (read.outcome === 'read') codes.push(...read.codes);
      else if (read.outcome === 'no-such-page' && page > 1) {
        pages -= 1;
        break;
      } else if (isOfFile(read.outcome) || pagesCount === null)
        return { kind: 'coded', ...read, pagesCount, pages: 0, unreadPages: 0, isCutShort: false };
      else unreadPages += 1;
    } catch (error) {
      // What fails for one page must not cost the others their codes.
      if (context.signal.aborted || pagesCount === null) throw error;
      console.error(error);
      unreadPages += 1;
    }
  }
  await writeFile(headFile, writeCodes(codes));
  return { kind: 'coded', outcome: 'read', reason: null, pagesCount, pages, unreadPages, isCutShort };
}

/** Whether the outcome of one page is that of all. */
function isOfFile(outcome: Undrawn): boolean {
  return outcome === 'encrypted' || outcome === 'unsupported' || outcome === 'no-such-page';
}

type ReadPage =
  | { outcome: 'read'; codes: FoundCode[]; pagesCount: number | null }
  | { outcome: Undrawn; reason: string | null; pagesCount: number | null };

async function pageOf(
  extractor: Extractor,
  input: CodesMessage['input'],
  wanted: { page: number; width: number; height: number },
  context: DrawingContext,
): Promise<ReadPage> {
  if (extractor.drawPage === undefined) throw new Error('the plugin declares `draws`, but has no drawPage');
  const drawn = readDrawn(await extractor.drawPage(input, wanted, context), wanted);
  const { outcome, reason, pagesCount, pixels, width, height, channels } = drawn;
  if (outcome !== 'drawn' || pixels === undefined) return { outcome: outcome as Undrawn, reason, pagesCount };
  const picture = { pixels, width, height, channels };
  const codes = await codesIn(picture, wanted.page);
  if (hasPatchCode(picture)) codes.push({ page: wanted.page, format: 'PatchCode', text: PATCH_T, isCut: false });
  return { outcome: 'read', codes, pagesCount };
}
