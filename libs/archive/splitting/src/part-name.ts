const LONGEST_NAME = 255;

/** The name of a part, counted from 1: `scan.pdf` becomes `scan (2).pdf`. */
export function partName(name: string, part: number): string {
  const base = name.replace(/\.pdf$/i, '');
  const end = ` (${part}).pdf`;
  return `${base
    .slice(0, LONGEST_NAME - end.length)
    .toWellFormed()
    .trimEnd()}${end}`;
}
