// Two results of the same measurement next to each other, with the ratio of each figure:
//   npm run bench -- compare before.json after.json
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printTable, shown } from './tools/report.mjs';

export async function run(args) {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  if (positionals.length !== 2) throw new Error('usage: npm run bench -- compare before.json after.json');
  const [before, after] = positionals.map((file) => JSON.parse(readFileSync(file, 'utf8')));
  for (const [name, { bench, documents, commit, date, loadBefore, loadAfter, settings }] of [
    ['before', before],
    ['after', after],
  ]) {
    const load = `load ${loadBefore} to ${loadAfter}`;
    console.log(
      `${name.padEnd(6)}  ${bench}, ${documents} documents, ${commit}, ${date}, ${load}, ${JSON.stringify(settings)}`,
    );
  }
  if (before.bench !== after.bench || before.documents !== after.documents)
    console.log('\nThese are not results of the same measurement.');
  for (const { title, rows } of before.sections) {
    const others = after.sections.find((section) => section.title === title)?.rows ?? [];
    const pairs = rows.map((row) => [row, others.find(({ name }) => name === row.name)]);
    printTable(title, pairs.map(joined));
  }
}

/** Each figure before and after, and the second divided by the first. */
function joined([{ name, figures }, other]) {
  const cells = Object.entries(figures).map(([column, before]) => {
    const after = other?.figures[column];
    if (after === undefined || typeof before !== 'number') return [column, `${shown(before)} → ${shown(after)}`];
    const ratio = before === 0 ? '' : ` ×${(after / before).toFixed(2)}`;
    return [column, `${shown(before)} → ${shown(after)}${ratio}`];
  });
  return { name, figures: Object.fromEntries(cells) };
}
