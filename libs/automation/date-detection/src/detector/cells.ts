/** Words with single spaces between them: in tables, what stands in one column. */
export interface Cell {
  text: string;
  from: number;
  to: number;
}

export function cellsOf(text: string): Cell[] {
  return [...text.matchAll(/\S+(?: \S+)*/g)].map(({ 0: cell, index }) => ({
    text: cell,
    from: index,
    to: index + cell.length,
  }));
}

/** How far the middle of a cell is from a place of its line. */
export const distance = ({ from, to }: Cell, middle: number): number => Math.abs((from + to) / 2 - middle);
