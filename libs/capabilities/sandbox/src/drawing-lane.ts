import { undrawn, type Drawing } from './drawing.js';
import type { DrawMessage, DrawnMessage } from './messages.js';
import type { ShortLane, ShortTask, ShortWork } from './short-lane.js';

export type DrawingLane = ShortLane<DrawingTask, DrawnMessage, Drawing>;

/** A page to draw. */
export type DrawingTask = ShortTask<DrawMessage>;

export const DRAWING: ShortWork<DrawingTask, DrawnMessage, Drawing> = {
  does: 'draws pages',
  late: 'It took too long to draw.',
  leftInstead: 'no picture of the size it named',
  unfinished: undrawn,
  ask: (child, task, signal) => {
    const { file: path, tempDir, pixelsFile } = child.workspace;
    return child.run({ kind: 'draw', ...task, input: { ...task.input, path }, tempDir, pixelsFile }, signal);
  },
  read: async ({ outcome, reason, pagesCount, width, height, channels }, { page }, { workspace }) => {
    if (outcome !== 'drawn') return { outcome, reason, pagesCount };
    const fits = width > 0 && height > 0 && width <= page.width && height <= page.height;
    if (!fits || pagesCount === null || pagesCount < page.page) return undefined;
    const pixels = await workspace.readPixels(width * height * channels).catch(() => undefined);
    return pixels && { outcome, pagesCount, width, height, channels, pixels };
  },
};
