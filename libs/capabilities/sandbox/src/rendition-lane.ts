import type { RenderedMessage, RenderMessage } from './messages.js';
import type { ShortLane, ShortTask, ShortWork } from './short-lane.js';

export type RenditionLane = ShortLane<RenditionTask, RenderedMessage, LaneRendition>;

/** A file to show as HTML. */
export type RenditionTask = ShortTask<RenderMessage> & {
  /** Where the HTML goes, out of the reach of the child. */
  target: string;
};

/** How making the HTML ended. */
export type LaneRendition =
  | { outcome: 'rendered'; reason: null; isCut: boolean }
  | {
      outcome: Exclude<RenderedMessage['outcome'], 'rendered'> | 'cancelled' | 'crashed';
      /** One sentence for people. */
      reason: string | null;
    };

export const RENDERING: ShortWork<RenditionTask, RenderedMessage, LaneRendition> = {
  does: 'shows files as HTML',
  late: 'It took too long to show the file.',
  leftInstead: 'something else than the HTML it named',
  unfinished: (outcome, reason) => ({ outcome, reason }),
  ask: (child, { target: _, ...task }, signal) => {
    const { file: path, tempDir, partsFile } = child.workspace;
    return child.run({ kind: 'render', ...task, input: { ...task.input, path }, tempDir, partsFile }, signal);
  },
  read: async ({ outcome, reason, isCut, bytes }, { target, mostBytes }, { workspace }) => {
    if (outcome !== 'rendered') return { outcome, reason };
    if (bytes > mostBytes) return undefined;
    return (await workspace.tryTakeParts(target, bytes)) ? { outcome, reason: null, isCut } : undefined;
  },
};
