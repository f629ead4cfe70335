/** Which rows are selected: some ids, or all that match the query. */
export interface Selection {
  ids: ReadonlySet<string>;
  isAll: boolean;
  /** The row from which Shift selects. */
  anchor: number;
}

export const NOTHING: Selection = { ids: new Set(), isAll: false, anchor: 0 };

/** Selects or deselects one row. Of "all that match", the rows that are known stay selected without this one. */
export function toggled(selection: Selection, id: string, index: number, known: readonly string[]): Selection {
  const ids = new Set(selection.isAll ? known : selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, isAll: false, anchor: index };
}

/** Adds the rows between the anchor and `index`. */
export function extended(selection: Selection, index: number, idAt: (index: number) => string | undefined): Selection {
  const ids = new Set(selection.ids);
  for (let at = Math.min(selection.anchor, index); at <= Math.max(selection.anchor, index); at += 1) {
    const id = idAt(at);
    if (id !== undefined) ids.add(id);
  }
  return { ...selection, ids, isAll: false };
}

export const isSelected = ({ ids, isAll }: Selection, id: string): boolean => isAll || ids.has(id);

export const sizeOf = ({ ids, isAll }: Selection, count: number): number => (isAll ? count : ids.size);
