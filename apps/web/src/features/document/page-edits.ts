export type Turn = 0 | 90 | 180 | 270;

/** A page of the new version. */
export interface EditedPage {
  /** Its number in the file, counted from 1. */
  page: number;
  /** Degrees clockwise, in addition to the rotation that it has. */
  turn: Turn;
}

/** What is done with the pages of a document before it is saved. */
export interface PageEdits {
  pages: readonly EditedPage[];
  /** Numbers of pages in the file, which stay while pages are moved. */
  selected: ReadonlySet<number>;
  /** The place that keys begin at, counted from 0. */
  active: number;
  /** The place from which Shift selects. */
  anchor: number;
  /** What there was before each change, the latest last. */
  past: readonly Pick<PageEdits, 'pages' | 'selected'>[];
}

/** Changes that can be taken back. */
const MOST_STEPS = 100;

export function pagesOfFile(count: number): PageEdits {
  const pages = Array.from({ length: count }, (_, index) => ({ page: index + 1, turn: 0 as const }));
  return { pages, selected: new Set(), active: 0, anchor: 0, past: [] };
}

/** True when saving would make another file. */
export const isEdited = ({ pages }: PageEdits, count: number): boolean =>
  pages.length !== count || pages.some(({ page, turn }, index) => page !== index + 1 || turn !== 0);

/** `only`: this page alone; `toggle`: this one too, or no more; `range`: all from the anchor; `none`: only the keys go there. */
export function selectedAt(edits: PageEdits, index: number, how: 'none' | 'only' | 'range' | 'toggle'): PageEdits {
  const active = Math.min(Math.max(index, 0), edits.pages.length - 1);
  const page = edits.pages[active]?.page ?? 0;
  if (how === 'none') return { ...edits, active };
  if (how === 'range') {
    const range = edits.pages.slice(Math.min(edits.anchor, active), Math.max(edits.anchor, active) + 1);
    return { ...edits, active, selected: new Set(range.map((each) => each.page)) };
  }
  const selected = new Set(how === 'only' ? [] : edits.selected);
  if (!selected.delete(page)) selected.add(page);
  return { ...edits, active, anchor: active, selected };
}

export const allSelected = (edits: PageEdits): PageEdits => ({
  ...edits,
  selected: new Set(edits.pages.map(({ page }) => page)),
});

/** The pages that a change is for: those that are selected, else the one that the keys are at. */
export function meantPages({ pages, selected, active }: PageEdits): ReadonlySet<number> {
  const page = pages[active]?.page;
  return selected.size > 0 || page === undefined ? selected : new Set([page]);
}

/** Turns the pages that are meant. */
export function turned(edits: PageEdits, by: 90 | 270): PageEdits {
  const meant = meantPages(edits);
  const pages = edits.pages.map((each) =>
    meant.has(each.page) ? { ...each, turn: ((each.turn + by) % 360) as Turn } : each,
  );
  return changed(edits, pages);
}

/** Leaves the pages that are meant out. One page stays at least: then nothing is changed. */
export function removed(edits: PageEdits): PageEdits {
  const meant = meantPages(edits);
  const pages = edits.pages.filter(({ page }) => !meant.has(page));
  if (pages.length === 0) return edits;
  const before = edits.pages.slice(0, edits.active).filter(({ page }) => !meant.has(page)).length;
  const active = Math.min(before, pages.length - 1);
  return { ...changed(edits, pages), selected: new Set(), active, anchor: active };
}

/** Moves the pages that are meant, as one block, before the page that is at `index` now. */
export function movedTo(edits: PageEdits, index: number): PageEdits {
  const meant = meantPages(edits);
  const isMeant = ({ page }: EditedPage): boolean => meant.has(page);
  const block = edits.pages.filter(isMeant);
  const before = edits.pages.slice(0, Math.max(index, 0)).filter((each) => !isMeant(each));
  const after = edits.pages.slice(Math.max(index, 0)).filter((each) => !isMeant(each));
  const pages = [...before, ...block, ...after];
  if (pages.every((each, at) => each === edits.pages[at])) return edits;
  const current = edits.pages[edits.active];
  const active = Math.max(0, current === undefined ? 0 : pages.indexOf(current));
  return { ...changed(edits, pages), active, anchor: active };
}

/** Moves the pages that are meant, as one block, by so many places. */
export function movedBy(edits: PageEdits, by: number): PageEdits {
  const meant = meantPages(edits);
  const first = edits.pages.findIndex(({ page }) => meant.has(page));
  const others = edits.pages.map((each, index) => ({ ...each, index })).filter(({ page }) => !meant.has(page));
  const place = Math.min(Math.max(first + by, 0), others.length);
  return movedTo(edits, others[place]?.index ?? edits.pages.length);
}

/** Takes the last change back. */
export function undone(edits: PageEdits): PageEdits {
  const before = edits.past.at(-1);
  if (!before) return edits;
  const { pages, selected } = before;
  const active = Math.min(edits.active, pages.length - 1);
  return { ...edits, pages, selected, active, anchor: active, past: edits.past.slice(0, -1) };
}

/** Where the pages that are meant are now, counted from 1. */
export function placeOf(edits: PageEdits): { from: number; to: number } {
  const meant = meantPages(edits);
  const places = edits.pages.flatMap(({ page }, index) => (meant.has(page) ? [index + 1] : []));
  return { from: places[0] ?? 0, to: places.at(-1) ?? 0 };
}

const changed = (edits: PageEdits, pages: readonly EditedPage[]): PageEdits => ({
  ...edits,
  pages,
  past: [...edits.past, { pages: edits.pages, selected: edits.selected }].slice(-MOST_STEPS),
});
