const COUNT = Symbol.for('archivolt.loadedTimes');
const counted = globalThis as { [COUNT]?: number };
counted[COUNT] = (counted[COUNT] ?? 0) + 1;

/** How often this module was run in this process. */
export const loadedTimes = (): number => counted[COUNT] ?? 0;
