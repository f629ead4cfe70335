import type { SelectedMessage, SelectMessage } from './messages.js';
import type { ShortLane, ShortTask, ShortWork } from './short-lane.js';

export type SelectionLane = ShortLane<SelectionTask, SelectedMessage, Selection>;

/** The pages that a new file is made of. */
export type SelectionTask = ShortTask<SelectMessage> & {
  /** Where the new file goes, out of the reach of the child. */
  target: string;
};

/** How making a new file of some pages ended. */
export type Selection =
  | {
      outcome: 'selected';
      reason: null;
      /** Pages of the given file. */
      pagesCount: number | null;
      /** Bytes of the new file. */
      size: number;
    }
  | {
      outcome: Exclude<SelectedMessage['outcome'], 'selected'> | 'cancelled' | 'crashed';
      /** One sentence for people. */
      reason: string | null;
    };

const LATE = 'It took too long to take the pages out.';

export const PAGE_SELECTING: ShortWork<SelectionTask, SelectedMessage, Selection> = {
  does: 'takes pages out of files',
  late: LATE,
  leftInstead: 'something else than the file it named',
  unfinished: (outcome, reason) => ({ outcome, reason }),
  ask: (child, { target: _, ...task }, signal) => {
    const { file: path, tempDir, partsFile } = child.workspace;
    return child.run({ kind: 'select', ...task, input: { ...task.input, path }, tempDir, partsFile }, signal);
  },
  read: async ({ outcome, reason, pagesCount, bytes }, { target, mostBytes }, { workspace }) => {
    if (outcome !== 'selected') return { outcome, reason };
    if (bytes === 0 || bytes > mostBytes) return undefined;
    return (await workspace.tryTakeParts(target, bytes))
      ? { outcome, reason: null, pagesCount, size: bytes }
      : undefined;
  },
};
