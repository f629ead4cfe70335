/**
 * The number of characters to insert, delete, replace or exchange with the next one to turn one word into another; at
 * most `most` + 1. Takes time in proportion to the product of the lengths, so for short words only.
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let twoBefore: number[] = [];
  let before = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isEqual = a[row - 1] === b[column - 1];
      let distance = Math.min(
        (before[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (before[column - 1] ?? 0) + (isEqual ? 0 : 1),
      );
      const isExchange = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isExchange) distance = Math.min(distance, (twoBefore[column - 2] ?? 0) + 1);
      current.push(distance);
    }
    if (Math.min(...current) > most) return most + 1;
    [twoBefore, before] = [before, current];
  }
  return before[b.length] ?? most + 1;
}
