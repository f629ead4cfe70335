// How well documents file themselves, on labelled sets:
//   npm run bench -- filing [--half held-out|development|all] [--of all|dates|invoices] [--shown 20] [--corpus <folder>]
// The set of this project is made in scripts/bench/filing/ from tables of its own. `--corpus` adds the expected texts of a
// folder with a manifest.json, by the dates of scripts/bench/filing/corpus-dates.mjs. Labels are learned from the first half
// of a household's paper. Exits with 1 when fewer than 93 % of the dates are right, more than 3 % of the dates or of the
// amounts and numbers are wrong, or less than 97 % of the labels that are set are right.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { detectDate, partsOf } from '#automation/date-detection';
import { CORPUS_DATES } from './filing/corpus-dates.mjs';
import { measureInvoiceDetails } from './filing/invoice-details.mjs';
import { measureLearned } from './filing/learned.mjs';
import { labelledSet } from './filing/labelled-set.mjs';
import { printTable } from './filing/print-table.mjs';
import { writtenDocuments } from './filing/written-documents.mjs';

const LEAST_RIGHT = 0.93;
const MOST_WRONG = 0.03;
const LEAST_RIGHT_LABELS = 0.97;
const REPEATS = 5;

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      half: { type: 'string', default: 'held-out' },
      shown: { type: 'string', default: '20' },
      corpus: { type: 'string' },
      of: { type: 'string', default: 'all' },
    },
  });
  if (values.of !== 'dates' && !measureInvoiceDetails(values.half, Number(values.shown))) process.exitCode = 1;
  if (values.of === 'invoices') return;
  const own = [...labelledSet(), ...writtenDocuments()].filter(
    ({ isHeldOut }) => values.half === 'all' || isHeldOut === (values.half === 'held-out'),
  );
  const corpus = values.corpus === undefined ? [] : await ofCorpus(values.corpus);
  const results = [...own, ...corpus].map(judged);
  print(results, values.half, Number(values.shown));
  const share = (verdict) => results.filter((each) => each.verdict === verdict).length / results.length;
  if (share('right') < LEAST_RIGHT || share('wrong') > MOST_WRONG) process.exitCode = 1;
  if (values.of === 'all' && measureLearned({ shown: Number(values.shown) }) < LEAST_RIGHT_LABELS) process.exitCode = 1;
}

async function ofCorpus(folder) {
  const { files } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  const known = files.filter(({ id, expected }) => expected && CORPUS_DATES[id] !== undefined);
  return Promise.all(
    known.map(async ({ id, file, expected }) => ({
      ...{ id: `corpus: ${id}`, expected: CORPUS_DATES[id], received: '2026-01-12', name: file },
      text: await readFile(join(folder, expected), 'utf8'),
    })),
  );
}

/** A document that has no date is right when it is left empty. */
function judged({ text, expected, ...document }) {
  const found = detectDate(partsOf(text), document).finding;
  const day = found?.day ?? null;
  const verdict = day === expected ? 'right' : day === null ? 'empty' : 'wrong';
  return { ...document, text, expected, found, verdict };
}

function print(results, half, shown) {
  const count = (of, verdict) => of.filter((each) => each.verdict === verdict).length;
  const percent = (of, verdict) => `${((100 * count(of, verdict)) / of.length).toFixed(1)} %`;
  const row = (name, of) => [
    name,
    String(of.length),
    ...['right', 'wrong', 'empty'].map((verdict) => `${count(of, verdict)} (${percent(of, verdict)})`),
  ];
  const dated = results.filter(({ expected }) => expected !== null);
  const undated = results.filter(({ expected }) => expected === null);
  console.log(`\ndates of documents, half: ${half}`);
  printTable([
    ['', 'documents', 'right', 'wrong', 'left empty'],
    row('all', results),
    row('with a date', dated),
    row('without a date', undated),
    ...[...Map.groupBy(results, ({ id }) => id.split(':')[0])].map(([name, of]) => row(name, of)),
    ...[...Map.groupBy(results, ({ id }) => id.split(': ')[1])]
      .filter(([, of]) => of.length > 1)
      .map(([name, of]) => row(name, of)),
  ]);
  const wrong = results.filter(({ verdict }) => verdict === 'wrong');
  const empty = results.filter(({ verdict }) => verdict === 'empty');
  for (const [title, of] of Object.entries({ wrong, 'left empty': empty })) {
    console.log(`\n${title}: ${of.length}`);
    for (const { id, expected, received, found } of of.slice(0, shown))
      console.log(
        `  ${id}: expected ${expected ?? 'none'}, found ${found?.day ?? 'none'} in ${JSON.stringify(found?.excerpt ?? '')}` +
          ` (${found?.confidence ?? 0}), received ${received}`,
      );
  }
  const started = performance.now();
  for (let each = 0; each < REPEATS; each += 1)
    for (const { text, ...document } of results) detectDate(partsOf(text), document);
  console.log(`\n${((performance.now() - started) / REPEATS / results.length).toFixed(3)} ms for each document`);
}
