/** Returns the known name that `written` is most likely meant to be, ignoring case; `undefined` when none is close. */
export function nearestName(written: string, known: Iterable<string>): string | undefined {
  let best: { name: string; distance: number } | undefined;
  for (const name of known) {
    const allowed = name.length < 8 ? 1 : name.length < 16 ? 2 : 3;
    if (Math.abs(name.length - written.length) > allowed) continue;
    const distance = editDistance(written.toUpperCase(), name.toUpperCase());
    if (distance <= allowed && distance < (best?.distance ?? Infinity)) best = { name, distance };
  }
  return best?.name;
}

/** The number of letters to add, remove, change or swap with a neighbour to turn one word into the other. */
function editDistance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= from.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwap ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(from.length, to.length);
}
