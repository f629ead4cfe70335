import { MOST_CODE_BYTES, readCodeList, type FoundCode } from './code-list.js';
import type { CodedMessage, CodesMessage } from './messages.js';
import type { ShortLane, ShortTask, ShortWork } from './short-lane.js';

export type CodeLane = ShortLane<CodeTask, CodedMessage, CodeReading>;

/** The pages on which codes are looked for. */
export type CodeTask = ShortTask<CodesMessage> & {
  /** Called with the number of a page before it is read. */
  onPage: (page: number) => void;
};

/** The codes of a file. */
export interface ReadCodes {
  outcome: 'read';
  reason: null;
  codes: readonly FoundCode[];
  /** Pages of the file; null when it is not known. */
  pagesCount: number | null;
  /** Pages that were looked at, from the first one. */
  pages: number;
  /** Those of them that could not be read. */
  unreadPages: number;
  /** The time was over before all pages were looked at. */
  isCutShort: boolean;
}

export type CodeReading =
  | ReadCodes
  | {
      outcome: Exclude<CodedMessage['outcome'], 'read'> | 'cancelled' | 'crashed';
      /** One sentence for people. */
      reason: string | null;
    };

export const CODE_READING: ShortWork<CodeTask, CodedMessage, CodeReading> = {
  does: 'reads codes',
  late: 'Looking for codes took too long.',
  leftInstead: 'something else than the codes it named',
  unfinished: (outcome, reason) => ({ outcome, reason }),
  ask: (child, { onPage, ...task }, signal) => {
    const { file: path, tempDir, headFile } = child.workspace;
    const message: CodesMessage = { kind: 'codes', ...task, input: { ...task.input, path }, tempDir, headFile };
    return child.run(message, signal, { onPage: () => undefined, onProgress: onPage });
  },
  read: async ({ kind: _, outcome, reason, pagesCount, pages, unreadPages, isCutShort }, task, { workspace }) => {
    if (outcome !== 'read') return { outcome, reason };
    const codes = await workspace.readHead(MOST_CODE_BYTES).then(
      (bytes) => readCodeList(bytes, Math.min(pages, task.mostPages)),
      () => undefined,
    );
    return codes && { outcome, reason: null, codes, pagesCount, pages, unreadPages, isCutShort };
  },
};
