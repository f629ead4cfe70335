/** What is done with the pages of a document, counted from 1. */
export interface PageMarks {
  pagesCount: number;
  /** Pages that begin a document; the first one does in any case. */
  begins: ReadonlySet<number>;
  /** Pages that are in none. */
  left: ReadonlySet<number>;
}

export interface PageRange {
  from: number;
  to: number;
}

/** The parts. A page that is left out ends one, as a separator sheet does. */
export function partsOf({ pagesCount, begins, left }: PageMarks): PageRange[] {
  const parts: PageRange[] = [];
  let from: number | undefined;
  for (let page = 1; page <= pagesCount + 1; page++) {
    const isEnd = page > pagesCount || begins.has(page) || left.has(page);
    if (isEnd && from !== undefined) {
      parts.push({ from, to: page - 1 });
      from = undefined;
    }
    if (page <= pagesCount && !left.has(page)) from ??= page;
  }
  return parts;
}

/** Which part a page is in, counted from 1; undefined when it is left out. */
export function partOfPage(parts: readonly PageRange[], page: number): number | undefined {
  const index = parts.findIndex(({ from, to }) => page >= from && page <= to);
  return index < 0 ? undefined : index + 1;
}

/** The set with the value in it, or without when it was. */
export function toggled(set: ReadonlySet<number>, value: number): Set<number> {
  const changed = new Set(set);
  if (!changed.delete(value)) changed.add(value);
  return changed;
}
