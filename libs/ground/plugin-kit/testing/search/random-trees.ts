import { foldWords } from '../../src/search/words.js';
import type { SearchField, SearchTree } from '../../src/search/search-backend.js';
import { randomProperties, randomPropertyLeaf } from './random-properties.js';
import type { SeededRandom } from './seeded-random.js';
import { aSearchDocument, ORGANIZATION, OTHER_ORGANIZATION, type SeededDocument } from './seeded-document.js';

export const WORDS = [
  'invoice',
  'involve',
  'in',
  'car',
  'care',
  'café',
  'cafe',
  '請求書',
  '請求',
  '書',
  '2024',
  '2024年',
  'o’clock',
  "it's",
  'naïve',
  '\\back',
  "'quote'",
  'a&b|!c:*',
  'việt',
  '日本語の請求書',
  '1,234',
  '1234',
  '1.234.567,89',
  '1234567,89',
  '12\u00a0345',
  '임대계약서를',
  '계약',
];
export const TAGS = ['tag_000000000000000000000001', 'tag_000000000000000000000002', 'tag_000000000000000000000003'];
const MIME_TYPES = ['application/pdf', 'image/png', 'image/jpeg', 'imagex/png', 'text/plain'];
const ASKED_TYPES = ['application/pdf', 'application/', 'image/', 'image/png', 'text/', 'IMAGE/', 'x%_'];
const SOURCES = ['upload', 'email', 'folder'];
const OWNERS = ['usr_1', 'usr_2'];
/** Enough of it to be known as German. */
const GERMAN = 'die Rechnung ist mit der Post und nicht von ihr';
export const FIELDS: readonly SearchField[][] = [
  ['name', 'content', 'notes'],
  ['name', 'content'],
  ['name'],
  ['content'],
  ['notes'],
];
const ENDINGS = [
  'voice',
  'invoice',
  'olve',
  'lock',
  'aive',
  'ice',
  'Voice',
  '請求書',
  'back',
  '2024',
  '234',
  '4567',
  '2345',
];
const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;

export function randomDocument(random: SeededRandom, id: string): SeededDocument {
  const words = (count: number) =>
    Array.from({ length: count }, () => random.pick(WORDS)).join(random.pick([' ', ' ', ', ']));
  const day = () => new Date(FIRST_DAY + random.below(6) * DAY).toISOString();
  return aSearchDocument({
    id,
    organizationId: random.below(4) === 0 ? OTHER_ORGANIZATION : ORGANIZATION,
    name: words(1 + random.below(3)),
    content: random.below(6) === 0 ? `${GERMAN} ${words(2)}` : words(random.below(8)),
    notes: random.below(2) === 0 ? '' : words(1 + random.below(3)),
    mimeType: random.pick(MIME_TYPES),
    size: random.below(5) * 1_000,
    ...(random.below(3) === 0 ? {} : { pages: 1 + random.below(4) }),
    source: random.pick(SOURCES),
    ...(random.below(3) === 0 ? {} : { ownerId: random.pick(OWNERS) }),
    created: day(),
    updated: day(),
    ...(random.below(3) === 0 ? {} : { date: day() }),
    tagIds: TAGS.filter(() => random.below(3) === 0),
    properties: randomProperties(random),
    trashed: random.below(10) === 0,
  });
}

/** What a backend can answer besides what every backend must. */
export interface TreeOptions {
  endings?: boolean;
}

export function randomTree(random: SeededRandom, depth: number, options: TreeOptions = {}): SearchTree {
  const kind = depth === 0 ? 3 + random.below(11) : random.below(14);
  if (kind === 0 || kind === 1) {
    const children = Array.from({ length: random.below(4) }, () => randomTree(random, depth - 1, options));
    return { kind: kind === 0 ? 'and' : 'or', children };
  }
  if (kind === 2) return { kind: 'not', child: randomTree(random, depth - 1, options) };
  if (kind === 3) return { kind: 'tag', tagIds: TAGS.filter(() => random.below(3) === 0) };
  if (kind === 4) return { kind: 'has', what: random.pick(['documentDate', 'notes', 'tags'] as const) };
  if (kind === 5) return randomDate(random);
  if (kind === 6 && random.below(3) === 0) return { kind: random.pick(['all', 'nothing'] as const) };
  if (kind === 7 || kind === 8) return randomPropertyLeaf(random);
  if (kind === 9) return { kind: 'mimeType', mimeTypes: ASKED_TYPES.filter(() => random.below(4) === 0) };
  if (kind === 10) return randomFact(random);
  if (kind === 11) return randomNumber(random);
  if (options.endings === true && random.below(4) === 0)
    return { kind: 'ending', ending: random.pick(ENDINGS), fields: [...random.pick(FIELDS)] };
  const text = Array.from({ length: 1 + random.below(3) }, () => random.pick(WORDS)).join(' ');
  const words = foldWords(random.below(2) === 0 ? text.slice(0, 1 + random.below(text.length)) : random.pick(WORDS));
  return { kind: 'text', words, fields: [...random.pick(FIELDS)] };
}

function randomFact(random: SeededRandom): SearchTree {
  const some = (values: readonly string[]): string[] => values.filter(() => random.below(2) === 0);
  const kind = random.below(3);
  if (kind === 0) return { kind: 'language', languages: some(['de', 'en', 'und']) };
  return kind === 1
    ? { kind: 'source', sources: some([...SOURCES, 'plugin']) }
    : { kind: 'owner', userIds: some([...OWNERS, 'usr_3']) };
}

function randomNumber(random: SeededRandom): SearchTree {
  const field = random.pick(['pages', 'size'] as const);
  const bound = () => (field === 'size' ? random.below(11) * 500 : random.below(6)) - (random.below(9) === 0 ? 0.5 : 0);
  return {
    kind: 'number',
    field,
    ...(random.below(2) === 0 ? { from: bound() } : {}),
    ...(random.below(2) === 0 ? { before: bound() } : {}),
  };
}

function randomDate(random: SeededRandom): SearchTree {
  const day = () => new Date(FIRST_DAY + random.below(6) * DAY);
  return {
    kind: 'date',
    field: random.pick(['createdAt', 'documentDate'] as const),
    ...(random.below(2) === 0 ? { from: day() } : {}),
    ...(random.below(2) === 0 ? { before: day() } : {}),
  };
}
