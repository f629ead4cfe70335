/** Widths of columns, for `grid-template-columns`. The first two are the checkbox and the name. */
export function gridColumns(columns: readonly string[]): string {
  return ['20px', 'minmax(0,1fr)', ...columns.map((column) => WIDTHS.get(column) ?? 'minmax(0,140px)')].join(' ');
}

const WIDTHS = new Map([
  ['tags', 'minmax(0,240px)'],
  ['documentDate', '96px'],
  ['createdAt', '96px'],
  ['updatedAt', '96px'],
  ['size', '72px'],
  ['type', '72px'],
]);

export const CARD_HEIGHT = 344;
const CARD_WIDTH = 208;
export const CARD_GAP = 12;

/** How many cards stand in a line of this width. */
export const cardsPerLine = (width: number): number =>
  Math.max(1, Math.floor((width + CARD_GAP) / (CARD_WIDTH + CARD_GAP)));
