// How good the order by relevance is: judged queries over the archive of a household among the documents of the measured
// archive, for each search engine, and without each part of the order, or one of them:
//   npm run bench -- relevance [--documents 1000] [--keep <folder>] [--engine <search plugin>] [--corpus <folder>]
//     [--without <part>] [--show 10] [--json <file>]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ARCHIVE_OPTIONS, connect } from './tools/archive.mjs';
import { documentOf } from './tools/corpus.mjs';
import { heldOutQueries } from './tools/held-out-queries.mjs';
import { judgedDocuments, judgedQueries } from './tools/judged-archive.mjs';
import { circumstances, report } from './tools/report.mjs';
import { closeSides, openSides } from './tools/sides.mjs';
import { PARTS } from './tools/without-part.mjs';

const ENGINES = ['search-segments', 'search-postgres'];
const FIRST = 10;
/** Results in which the engines are compared. */
const COMPARED = 25;
/** Documents of the measured archive of which something is remembered. */
const REMEMBERED = 40;
/** The measured archive has as many tags as are usually allowed. */
const SETTINGS = { MAX_TAGS_PER_ORGANIZATION: '1000' };
const READ_WITHIN_MS = 300_000;
const LOOK_MS = 250;
const WITHOUT_PART = new URL('tools/without-part.mjs', import.meta.url);

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      ...ARCHIVE_OPTIONS,
      corpus: { type: 'string' },
      without: { type: 'string' },
      show: { type: 'string', default: '10' },
    },
  });
  const { json, keep, against: _, engine, corpus, show, without, ...options } = values;
  const parts = Object.keys(PARTS).filter((part) => without === undefined || part === without);
  if (parts.length === 0) throw new Error(`--without is one of: ${Object.keys(PARTS).join(', ')}`);
  const household = householdQueries(judgedQueries());
  const heldOut = householdQueries(heldOutQueries()).queries;
  const given = { documents: [...household.documents, ...(corpus ? corpusDocuments(corpus) : [])] };
  const queries = [
    ...household.queries,
    ...rememberedQueries(Number(values.documents)),
    ...corpusQueries(given.documents),
  ];
  const sections = [];
  const shown = [];
  const orders = [];
  const heldOutOrders = [];
  let about;
  for (const plugin of engine ? [engine] : ENGINES) {
    const sides = await openSides({
      settings: SETTINGS,
      ...values,
      against: undefined,
      keep: keep && join(keep, plugin),
      engine: plugin,
    });
    try {
      const [side] = sides;
      about ??= await circumstances('relevance', options, sides);
      side.client = side.newClient();
      await addDocuments(side, given.documents);
      const byRelevance = await askAll(side, queries, '&sortField=relevance');
      const byCreation = await askAll(side, queries, '');
      const shownOrders = await asShown(side, queries, byRelevance);
      orders.push({ byRelevance, shownOrders });
      sections.push({ title: `${plugin}, the answers to queries as they are`, rows: rowsByKind(queries, byRelevance) });
      sections.push({ title: `${plugin}, as the pages show them`, rows: rowsByKind(queries, shownOrders) });
      const ofHeldOut = await askAll(side, heldOut, '&sortField=relevance');
      const heldOutShown = await asShown(side, heldOut, ofHeldOut);
      heldOutOrders.push(heldOutShown);
      sections.push({ title: `${plugin}, held out, as they are`, rows: rowsByKind(heldOut, ofHeldOut) });
      sections.push({ title: `${plugin}, held out, as shown`, rows: rowsByKind(heldOut, heldOutShown) });
      const rows = [{ name: 'all parts', figures: figuresOf(queries, byRelevance) }];
      if (shown.length === 0)
        for (const [place, { query }] of queries.slice(0, Number(show)).entries())
          shown.push({ query, before: byCreation[place].slice(0, 3), now: byRelevance[place].slice(0, 3) });
      for (const part of parts) {
        await startWithout(side, part);
        const withoutIt = await askAll(side, queries, '&sortField=relevance');
        const others = withoutIt.filter((names, place) => !isSameOrder(names, byRelevance[place])).length;
        rows.push({ name: `without ${part}`, figures: { ...figuresOf(queries, withoutIt), 'other orders': others } });
      }
      rows.push({ name: 'newest first', figures: figuresOf(queries, byCreation) });
      sections.push({ title: `${plugin}, without a part`, rows });
      side.client.close();
    } finally {
      await closeSides(sides);
    }
  }
  if (orders.length === 2) {
    const [one, other] = orders;
    const same = queries.filter(
      (_, place) =>
        isSameOrder(one.byRelevance[place], other.byRelevance[place]) &&
        isSameOrder(one.shownOrders[place], other.shownOrders[place]),
    );
    const sameHeldOut = heldOut.filter((_, place) => isSameOrder(heldOutOrders[0][place], heldOutOrders[1][place]));
    sections.push({
      title: `the engines agree on the first ${COMPARED}`,
      rows: [
        { name: 'queries', figures: { queries: queries.length, same: same.length } },
        { name: 'held out', figures: { queries: heldOut.length, same: sameHeldOut.length } },
      ],
    });
  }
  report(about, sections, json);
  printMissing('not in the first three, as the pages show it', queries, orders[0].shownOrders);
  printMissing('held out, not in the first three', heldOut, heldOutOrders[0]);
  for (const { query, before, now } of shown)
    console.log(`\n  ${query}\n    newest first   ${before.join(' | ')}\n    best first     ${now.join(' | ')}`);
}

const isSameOrder = (names, others) => JSON.stringify(names) === JSON.stringify(others);

function printMissing(title, queries, orders) {
  console.log(`\n  ${title}`);
  for (const [place, { query, kind, isKnownItem, judge }] of queries.entries()) {
    const rank = orders[place].findIndex((name) => judge(name) > 0);
    if (isKnownItem && (rank < 0 || rank > 2)) console.log(`    ${kind}: ${query} (${rank < 0 ? 'none' : rank + 1})`);
  }
}

function rowsByKind(queries, orders) {
  const rowOf = (name, isOfRow) => {
    const places = [...queries.keys()].filter((place) => isOfRow(queries[place]));
    const figures = figuresOf(
      places.map((place) => queries[place]),
      places.map((place) => orders[place]),
    );
    return { name, figures };
  };
  const rows = [...new Set(queries.map(({ kind }) => kind))].map((kind) => rowOf(kind, (query) => query.kind === kind));
  return [...rows, rowOf('all', () => true)];
}

/** The answers, and for queries that find nothing those of the similar query that the pages show instead. */
async function asShown(side, queries, orders) {
  const shown = [];
  for (const [place, query] of queries.entries()) {
    const names = orders[place];
    const similar = names.length === 0 ? await similarQuery(side, query.query) : null;
    if (similar === null) shown.push(names);
    else shown.push(...(await askAll(side, [{ query: similar }], '&sortField=relevance')));
  }
  return shown;
}

async function similarQuery({ client, large }, query) {
  const path = `${large}/search/suggestions?didYouMean=true&query=${encodeURIComponent(query)}`;
  return (await client.json(path)).didYouMean;
}

/** Starts the server again, without a part of the order. */
async function startWithout(side, part) {
  side.client.close();
  await side.database.close();
  await side.server.end();
  Object.assign(side.server.env, { NODE_OPTIONS: `--import=${WITHOUT_PART}`, BENCH_WITHOUT: part });
  await side.server.start();
  side.database = await connect(side.server);
  side.client = side.newClient();
}

/** The figures of some orders: how good the first ten are, and whether what is remembered is among the first. */
function figuresOf(queries, orders) {
  const gains = [];
  const ranks = [];
  for (const [place, { isKnownItem, judge }] of queries.entries()) {
    const names = orders[place];
    if (isKnownItem) ranks.push(names.findIndex((name) => judge(name) > 0));
    gains.push(normalizedGain(names.map(judge), queries[place].best));
  }
  const share = (most) => (100 * ranks.filter((rank) => rank >= 0 && rank < most).length) / ranks.length;
  return {
    queries: queries.length,
    'nDCG@10': mean(gains),
    'known items': ranks.length,
    ...(ranks.length > 0 && {
      'in first 3 %': share(3),
      'first %': share(1),
      'mean reciprocal rank': mean(ranks.map((rank) => (rank < 0 ? 0 : 1 / (rank + 1)))),
    }),
  };
}

/** `best`: the grades of all judged documents, the highest first. */
function normalizedGain(grades, best) {
  const gain = (all) =>
    all.slice(0, FIRST).reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0);
  const ideal = gain(best);
  return ideal === 0 ? 1 : gain(grades) / ideal;
}

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

function householdQueries(judged) {
  const documents = judgedDocuments();
  const byName = new Map(documents.map((document) => [document.name, document]));
  const queries = judged.map(({ query, kind, isKnownItem, grade }) => ({
    query,
    kind,
    isKnownItem,
    judge: (name) => (byName.has(name) ? grade(byName.get(name)) : 0),
    best: documents.map(grade).sort((a, b) => b - a),
  }));
  return { documents, queries };
}

/** Two words of the name, and two of the first lines, of documents of the measured archive. */
function rememberedQueries(total) {
  const queries = [];
  for (
    let number = 0;
    number < total && queries.length < 2 * REMEMBERED;
    number += Math.max(1, Math.trunc(total / 200))
  ) {
    const { organization, isTrashed, name, content } = documentOf(number, total);
    if (organization !== 0 || isTrashed) continue;
    for (const text of [name.replace(/ \d+\.txt$/, ''), content.slice(0, 200)]) {
      const words =
        text
          .match(/[a-z]{5,}/gi)
          ?.toSorted((a, b) => b.length - a.length)
          .slice(0, 2) ?? [];
      if (words.length === 2) queries.push(knownItem('two words of it', words.join(' '), name));
    }
  }
  return queries;
}

const knownItem = (kind, query, wanted) => ({
  query,
  kind,
  isKnownItem: true,
  judge: (name) => (name === wanted ? 3 : 0),
  best: [3],
});

/** The expected texts of a folder of real documents, as `bench -- extraction` reads it, each under a name that says nothing. */
function corpusDocuments(folder) {
  const { files } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  return files
    .filter(({ expected }) => expected !== undefined)
    .map(({ expected }, place) => ({
      name: `Real document ${place}.txt`,
      content: readFileSync(join(folder, expected), 'utf8'),
      date: '2024-01-01',
      tags: [],
      notes: '',
      isReal: true,
    }));
}

/** Three words of the first ones of each real document. */
function corpusQueries(documents) {
  return documents
    .filter(({ isReal }) => isReal)
    .flatMap(({ name, content }) => {
      const words = [...new Set(content.slice(0, 1_500).match(/\p{L}{6,}/gu) ?? [])];
      const chosen = words.toSorted((a, b) => b.length - a.length).slice(2, 5);
      return chosen.length === 3 ? [knownItem('real document', chosen.join(' ').toLowerCase(), name)] : [];
    });
}

async function addDocuments({ client, database, large }, documents) {
  const present = await database.query(`select count(*)::int as count from document where name = any($1::text[])`, [
    documents.map(({ name }) => name),
  ]);
  if (present[0].count >= documents.length) return;
  const tagIds = new Map();
  const uploaded = [];
  for (const { name, content } of documents) {
    const { text } = await client.upload(`${large}/documents`, name, content);
    uploaded.push(JSON.parse(text).document.id);
  }
  await untilRead(database, uploaded);
  for (const [place, { date, notes, tags }] of documents.entries()) {
    const path = `${large}/documents/${uploaded[place]}`;
    await client.send('PATCH', path, { documentDate: date, ...(notes !== '' && { notes }) });
    for (const name of tags) {
      if (!tagIds.has(name)) {
        const { text } = await client.send('POST', `${large}/tags`, { name, color: '#336699' });
        tagIds.set(name, JSON.parse(text).tag.id);
      }
      await client.send('POST', `${path}/tags`, { tagId: tagIds.get(name) });
    }
  }
}

async function untilRead(database, ids) {
  const end = performance.now() + READ_WITHIN_MS;
  for (;;) {
    const [{ unread }] = await database.query(
      `select count(*)::int as unread from document where id = any($1::text[]) and extraction_status <> 'completed'`,
      [ids],
    );
    if (unread === 0) return;
    if (performance.now() > end) throw new Error(`${unread} documents were not read in time`);
    await delay(LOOK_MS);
  }
}

/** The names of the first documents of each query. */
async function askAll({ client, large }, queries, more) {
  const orders = [];
  for (const { query } of queries) {
    const path = `${large}/documents?pageSize=${COMPARED}&searchQuery=${encodeURIComponent(query)}${more}`;
    orders.push((await client.json(path)).documents.map(({ name }) => name));
  }
  return orders;
}
