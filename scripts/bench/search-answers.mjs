// A page of 25 with and without highlights, suggestions, corrections and facets in an archive of any size:
//   npm run bench -- search-answers [--documents 1000] [--keep <folder>] [--rounds 10] [--requests 4]
//     [--against <folder of another version>] [--engine <search plugin>] [--json <file>]
import { parseArgs } from 'node:util';
import { ARCHIVE_OPTIONS } from './tools/archive.mjs';
import { tagName, wordIn } from './tools/corpus.mjs';
import { inTurns } from './tools/measure.mjs';
import { circumstances, report } from './tools/report.mjs';
import { closeSides, joinedRows, noteIdleUse, openSides, operationsOf } from './tools/sides.mjs';

export async function run(args) {
  const option = (value) => ({ type: 'string', default: String(value) });
  const { values } = parseArgs({ args, options: { ...ARCHIVE_OPTIONS, rounds: option(10), requests: option(4) } });
  const { json, keep: _, against: __, ...options } = values;
  const sides = await openSides(values);
  try {
    const about = await circumstances('search-answers', options, sides);
    for (const side of sides) side.client = side.newClient();
    const idle = await noteIdleUse(sides);
    const operations = operationsOf(sides, ({ client, large, count }) =>
      Object.entries(requestsOf(count)).map(([name, paths]) => ({
        name,
        run: async () => {
          for (const path of paths) await client.get(large + path);
        },
      })),
    );
    const measured = await inTurns(operations, { rounds: Number(values.rounds), requests: Number(values.requests) });
    const sections = [idle, { title: 'all requests of a kind', rows: joinedRows(sides, measured) }];
    report(about, sections, json);
  } finally {
    for (const { client } of sides) client?.close();
    await closeSides(sides);
  }
}

const pageOf = (query, more = '') => `/documents?pageSize=25&searchQuery=${encodeURIComponent(query)}${more}`;
const suggestionsFor = (query, more = '') => `/search/suggestions?query=${encodeURIComponent(query)}${more}`;
const typed = (query) => Array.from(query, (_, index) => query.slice(0, index + 1));
/** With two letters in the wrong order. */
const misspelt = (word) => word.slice(0, 2) + word[3] + word[2] + word.slice(4);

/** The requests of each kind; one operation sends all of them. */
function requestsOf(count) {
  const [common, frequent, usual] = [wordIn(0.37), wordIn(0.2), wordIn(0.05)];
  const tagged = `tag:${tagName(5)} ${usual}`;
  const queries = [
    common,
    wordIn(10 / count),
    `${common} ${frequent}`,
    `"${common} ${frequent}"`,
    `name:${common}`,
    tagged,
  ];
  return {
    'page of 25': queries.map((query) => pageOf(query)),
    'page of 25 with highlights': queries.map((query) => pageOf(query, '&highlight=true')),
    'page of 25 with highlights and explanation': queries.map((query) => pageOf(query, '&highlight=true&explain=true')),
    'suggestions, key by key': [...typed(`${common} tag:topic1`), ...typed('kind:inv')].map((query) =>
      suggestionsFor(query),
    ),
    'corrections of a query without hits': [misspelt(common), 'tag:tpoic17', `nmae:${common}`].map((query) =>
      suggestionsFor(query, '&didYouMean=true'),
    ),
    'facets of everything': ['/documents/facets'],
    'facets of a query': queries.map((query) => `/documents/facets?searchQuery=${encodeURIComponent(query)}`),
  };
}
