export const TRASH_SORTS = ['deletedAt', 'name', 'size', 'createdAt'] as const;
export type TrashSort = (typeof TRASH_SORTS)[number];

const DAY_MS = 86_400_000;

/** Whole days until a document is deleted permanently; 0: at the next nightly run. */
export function daysLeft(deletedAt: string, retentionDays: number, now = Date.now()): number {
  const end = new Date(deletedAt).getTime() + retentionDays * DAY_MS;
  return Math.max(0, Math.ceil((end - now) / DAY_MS));
}

/** The selection after a click on one row; with Shift also all between it and the last one. */
export function selectedAfter(
  selected: ReadonlySet<string>,
  ids: readonly string[],
  clicked: string,
  { isOn, from }: { isOn: boolean; from: string | undefined },
): Set<string> {
  const next = new Set(selected);
  const [start, end] = [from === undefined ? -1 : ids.indexOf(from), ids.indexOf(clicked)];
  const range = start < 0 ? [clicked] : ids.slice(Math.min(start, end), Math.max(start, end) + 1);
  for (const id of range) {
    if (isOn) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** Lists of ids that a request takes. */
export function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
