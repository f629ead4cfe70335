/** Prints rows of texts in columns. */
export function printTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((cells) => cells[column].length)));
  for (const cells of rows) console.log(`  ${cells.map((cell, column) => cell.padEnd(widths[column])).join('  ')}`);
}
