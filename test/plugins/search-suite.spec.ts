import { describe } from '@jest/globals';
import type {
  PropertyCondition,
  PropertyValue,
  RankedTerm,
  SearchDocument,
  SearchGroups,
  SearchRequest,
  SearchSort,
  SearchTree,
  SimilarDocument,
} from '@archivolt/plugin-kit';
import {
  evaluateRelevance,
  searchCases,
  type ExternalBackendUnderTest,
  type SearchBackendUnderTest,
  type SeededDocument,
  type TransactionalBackendUnderTest,
} from '@archivolt/plugin-kit/testing';
import { itCatches, type Breakage } from './broken.js';
import { memoryExternalSearch, memorySearch, SOUND, type MemorySearchParts } from './memory-search.js';

type Make = (parts: MemorySearchParts) => SearchBackendUnderTest;
type Broken = (make: Make) => SearchBackendUnderTest;

const broken =
  (parts: Partial<MemorySearchParts>): Broken =>
  (make) =>
    make({ ...SOUND, ...parts });

/** A sound backend except for parts of the query, which are replaced. */
const asking = (change: (tree: SearchTree) => SearchTree) => {
  const deep = (tree: SearchTree): SearchTree => {
    if (tree.kind === 'and' || tree.kind === 'or') return change({ ...tree, children: tree.children.map(deep) });
    return change(tree.kind === 'not' ? { ...tree, child: deep(tree.child) } : tree);
  };
  return broken({
    find: (documents, request, sort) => SOUND.find(documents, { ...request, tree: deep(request.tree) }, sort),
  });
};
const over = (change: (document: SeededDocument) => SeededDocument) =>
  broken({ find: (documents, request, sort) => SOUND.find(documents.map(change), request, sort) });
const keeping = (isKept: (document: SeededDocument, request: SearchRequest) => boolean) =>
  broken({
    find: (documents, request, sort) =>
      SOUND.find(
        documents.filter((each) => isKept(each, request)),
        request,
        sort,
      ),
  });
const sorting = (change: (sort: SearchSort) => SearchSort) =>
  broken({ find: (documents, request, sort) => SOUND.find(documents, request, change(sort)) });
/** An order by relevance for which the documents are others. */
const rankingOver = (change: (document: SeededDocument) => SeededDocument) =>
  broken({ rank: (documents, request) => SOUND.rank(documents.map(change), request) });
const rankingBy = (change: (terms: RankedTerm[]) => RankedTerm[]) =>
  broken({ rank: (documents, request) => SOUND.rank(documents, { ...request, terms: change(request.terms) }) });
const withForms = (change: (forms: RankedTerm['forms']) => RankedTerm['forms']) =>
  rankingBy((terms) => terms.map(({ forms, ...term }) => ({ ...term, forms: change(forms) })));
const similarWith = (change: (similar: SimilarDocument) => SimilarDocument) =>
  broken({ similar: (documents, request) => SOUND.similar(documents, request).map(change) });
/** Properties with these changes, in the documents and in the conditions. */
const withValues = (change: (value: PropertyValue) => PropertyValue | undefined) =>
  over((document) => ({ ...document, properties: document.properties.flatMap((value) => change(value) ?? []) }));
const withConditions = (change: (condition: PropertyCondition) => PropertyCondition) =>
  asking((tree) => (tree.kind === 'property' ? { ...tree, condition: change(tree.condition) } : tree));
const counting = (change: (groups: SearchGroups) => SearchGroups) =>
  broken({ groups: (documents, request) => change(SOUND.groups(documents, request)) });
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
const wordOf = ({ tree }: SearchRequest): string => (tree.kind === 'text' ? (tree.words[0] ?? '') : '');
const LAST_DATE = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const seconds = (date: Date): Date => new Date(Math.floor(date.getTime() / 1000) * 1000);

/** Indexes trashed documents instead of removing them. */
const returnsTrashed: Broken = (make) => {
  const sound = make(SOUND);
  return {
    ...sound,
    seed: (documents) => sound.seed(documents.map((document) => ({ ...document, trashed: false }))),
  };
};

/** Breakages of what every backend promises. */
const OF_ALL: [noticedBy: string, how: string, make: Broken][] = [
  [
    'matches words by prefix in the name or in the content',
    'always searches both fields',
    asking((tree) => (tree.kind === 'text' ? { ...tree, fields: ['name', 'content'] } : tree)),
  ],
  [
    'matches two words in different fields, but a phrase only within one field',
    'treats name and content as one field',
    over((document) => ({ ...document, content: `${document.name} ${document.content}` })),
  ],
  [
    'matches a phrase only in order and without gaps, and its last word by prefix',
    'treats a phrase as a list of words',
    asking((tree) =>
      tree.kind === 'text' && tree.words.length > 1
        ? { kind: 'and', children: tree.words.map((word) => ({ ...tree, words: [word] })) }
        : tree,
    ),
  ],
  [
    'ignores case and accents in documents and queries',
    'compares letter by letter',
    keeping((document, request) => `${document.name} ${document.content}`.includes(wordOf(request))),
  ],
  [
    'matches any part of a text in a script without spaces',
    'separates words by spaces only',
    keeping(({ content }, request) => content.startsWith(wordOf(request))),
  ],
  [
    'matches words in the notes, and a phrase only within them',
    'does not search the notes',
    asking((tree) =>
      tree.kind === 'text' ? { ...tree, fields: tree.fields.filter((field) => field !== 'notes') } : tree,
    ),
  ],
  [
    'matches a number with and without the separators of its groups',
    'indexes grouped numbers only as they are written',
    over(({ name, content, notes, ...document }) => {
      const split = (text: string) => text.replaceAll(/[.,\u00a0]/g, ' ');
      return { ...document, name: split(name), content: split(content), notes: split(notes) };
    }),
  ],
  [
    'matches words inside sentences of Thai, Korean, Chinese and Japanese',
    'finds words of Korean only at the start of a word',
    keeping(({ content, name }, request) =>
      `${name} ${content}`
        .normalize('NFC')
        .split(' ')
        .some((word) => !/\p{sc=Hangul}/u.test(wordOf(request)) || word.startsWith(wordOf(request))),
    ),
  ],
  [
    'matches ligatures, full-width forms and letters with two marks by plain letters',
    'removes accents without compatibility forms',
    keeping(({ content }, request) => plain(content).includes(wordOf(request))),
  ],
  [
    'compares numbers of properties, and a document without the number matches only the negation',
    'treats a missing number as zero',
    over((document) =>
      document.properties.length > 0
        ? document
        : { ...document, properties: [{ propertyId: 'cpd_000000000000000000000001', type: 'number', number: 0 }] },
    ),
  ],
  [
    'compares numbers of properties, and a document without the number matches only the negation',
    'rounds numbers',
    withValues((value) => (value.type === 'number' ? { ...value, number: Math.round(value.number) } : value)),
  ],
  [
    'compares texts of properties as a whole, with regard to case, accents and normalization',
    'keeps texts in lower case',
    withValues((value) => (value.type === 'text' ? { ...value, text: value.text.toLowerCase() } : value)),
  ],
  [
    'compares texts of properties as a whole, with regard to case, accents and normalization',
    'normalizes texts',
    withValues((value) => (value.type === 'text' ? { ...value, text: value.text.normalize('NFC') } : value)),
  ],
  [
    'filters by dates of properties to the millisecond and up to the last one that can be stored',
    'rounds dates to seconds',
    withValues((value) => (value.type === 'date' ? { ...value, date: seconds(value.date) } : value)),
  ],
  [
    'filters by dates of properties to the millisecond and up to the last one that can be stored',
    'replaces bounds beyond the year 9999 by its last millisecond',
    withConditions((condition) =>
      condition.type === 'date' && condition.before !== undefined
        ? { ...condition, before: new Date(Math.min(condition.before.getTime(), LAST_DATE)) }
        : condition,
    ),
  ],
  [
    'distinguishes false and zero from a missing value of a property',
    'takes false for a missing value',
    withValues((value) => (value.type === 'boolean' && !value.boolean ? undefined : value)),
  ],
  [
    'matches options, users and documents of properties when one of several is asked for',
    'keeps only the first of several options',
    withValues((value) => (value.type === 'option' ? { ...value, optionIds: value.optionIds.slice(0, 1) } : value)),
  ],
  [
    'never matches a condition of another type, or a property with another id',
    'looks for the value in every property',
    broken({
      find: (documents, request, sort) =>
        SOUND.find(
          documents.map((document) => ({
            ...document,
            properties: document.properties.map((value) =>
              request.tree.kind === 'property' ? { ...value, propertyId: request.tree.propertyId } : value,
            ),
          })),
          request,
          sort,
        ),
    }),
  ],
  [
    'combines properties with words, tags and each other, within the organization',
    'ignores conditions on properties next to words',
    asking((tree) =>
      tree.kind === 'and' && tree.children.some(({ kind }) => kind === 'text')
        ? { ...tree, children: tree.children.filter(({ kind }) => kind !== 'property') }
        : tree,
    ),
  ],
  [
    'filters by MIME types, whole or by the part before the slash',
    'compares the part before the slash without the slash',
    over((document) => ({ ...document, mimeType: document.mimeType.replace('imagex/', 'image/') })),
  ],
  [
    'counts matches by tag, type, year and property, and only those of the organization',
    'leaves out documents without a date',
    counting((groups) => ({ ...groups, years: groups.years.filter(({ year }) => year !== null) })),
  ],
  [
    'returns the twenty groups with the most matches, of equally many those that come first',
    'returns the groups in the order of their ids',
    counting((groups) => ({ ...groups, tags: groups.tags.toSorted((a, b) => (a.tagId < b.tagId ? -1 : 1)) })),
  ],
  [
    'counts the groups of random queries as an evaluation of every document does',
    'counts the documents of every query',
    broken({ groups: (documents, request) => SOUND.groups(documents, { ...request, tree: { kind: 'all' } }) }),
  ],
  ['stops counting groups on abort', 'ignores the signal', broken({ stop: () => undefined })],
  [
    'treats query syntax and SQL in words as plain text',
    'puts words into its SQL without escaping',
    broken({
      find: (documents, request, sort) => {
        if (wordOf(request).includes("'")) throw new Error('syntax error');
        return SOUND.find(documents, request, sort);
      },
    }),
  ],
  [
    'indexes long words and texts with very many different words',
    'truncates long words',
    over((document) => ({ ...document, name: document.name.slice(0, 50) })),
  ],
  [
    'returns only documents of the requested organization',
    'returns documents of other organizations',
    broken({
      find: (documents, request, sort) =>
        SOUND.find(
          documents.map((each) => ({ ...each, organizationId: request.organizationId })),
          request,
          sort,
        ),
    }),
  ],
  ['never returns a trashed document', 'keeps trashed documents', returnsTrashed],
  [
    'filters by tags, alone and together with words',
    'requires all tags where one is enough',
    asking((tree) =>
      tree.kind === 'tag' && tree.tagIds.length > 1
        ? { kind: 'and', children: tree.tagIds.map((tagId) => ({ kind: 'tag', tagIds: [tagId] })) }
        : tree,
    ),
  ],
  [
    'filters by dates: a missing date never matches, and always matches the negation',
    'treats a missing date as an old one',
    over((document) => ({ ...document, documentDate: document.documentDate ?? new Date(0) })),
  ],
  [
    'filters by the size of the file and by its pages; unknown pages never match',
    'takes unknown pages for none',
    over((document) => ({ ...document, pages: document.pages ?? 0 })),
  ],
  [
    'filters by the language of the content',
    'looks at the name too',
    over((document) => ({ ...document, content: `${document.name} ${document.content}` })),
  ],
  [
    'filters by how a document came in, by who added it, and by notes',
    'counts words of notes',
    over((document) => ({ ...document, notes: document.notes.replaceAll(/\P{L}/gu, '') })),
  ],
  ['filters by what is in the inbox', 'knows no inbox', over((document) => ({ ...document, isInInbox: false }))],
  [
    'filters by creation time to the millisecond',
    'rounds to seconds',
    over((document) => ({ ...document, createdAt: seconds(document.createdAt) })),
  ],
  [
    'orders by each field, and ties by creation time and id in the same direction',
    'orders by the last change instead of the name',
    sorting((sort) => (sort.field === 'name' ? { ...sort, field: 'updatedAt' } : sort)),
  ],
  [
    'returns pages that add up to all matches, with the total count',
    'counts only the page',
    broken({ count: (_, page) => page.length }),
  ],
  [
    'returns the ids of all matches in chunks, oldest first',
    'returns the newest first',
    broken({ allOf: (find) => find({ field: 'createdAt', order: 'desc' }) }),
  ],
  [
    'finds documents that share the rare words of one, the most similar first, and not those with frequent words',
    'puts the least similar first',
    broken({ similar: (documents, request) => SOUND.similar(documents, request).reverse() }),
  ],
  [
    'marks a document with nearly the same text as a near-duplicate, and not the bill of another month',
    'takes every similar document for a duplicate',
    similarWith((each) => ({ ...each, isNearDuplicate: true })),
  ],
  [
    'does not find similar documents of the trash or of another organization, nor the document itself',
    'compares the documents of all organizations',
    broken({
      similar: (documents, request) =>
        SOUND.similar(
          documents.map((document) => ({ ...document, organizationId: request.organizationId })),
          request,
        ),
    }),
  ],
  [
    'finds similar documents by their names where there are no texts, and nothing by words that only one has',
    'does not look at names',
    broken({
      similar: (documents, request) =>
        SOUND.similar(
          documents.map((document) => ({ ...document, name: '' })),
          request,
        ),
    }),
  ],
  [
    'finds a bounded number of similar documents, the newest of equals, and skips words that very many have',
    'finds the oldest of equals',
    broken({ similar: (documents, request) => SOUND.similar(documents, request).reverse() }),
  ],
  [
    'finds similar documents as they are after a change, and as an evaluation of every document says',
    'gives other scores',
    similarWith((each) => ({ ...each, score: each.score / 2 })),
  ],
  [
    'matches documents by their ids, together with other conditions',
    'takes an empty list of ids for every document',
    asking((tree) => (tree.kind === 'document' && tree.documentIds.length === 0 ? { kind: 'all' } : tree)),
  ],
  [
    'orders by relevance: a word in the name before one in the notes, before one in the content',
    'takes the name for the content',
    rankingOver((document) => ({ ...document, name: document.content, content: document.name })),
  ],
  [
    'orders by relevance: a whole word before the beginning of a longer one',
    'looks for longer words',
    withForms((forms) => forms.map((form) => ('words' in form ? { ...form, words: ['rental'] } : form))),
  ],
  [
    'orders by relevance: a text about something before one that mentions it, and short before long',
    'does not count how often a word occurs',
    rankingOver((document) => ({ ...document, content: [...new Set(document.content.split(' '))].join(' ') })),
  ],
  [
    'orders by relevance: words next to each other before words near each other, before distant ones',
    'goes by the first word only',
    rankingBy((terms) => terms.slice(0, 1)),
  ],
  [
    'orders by relevance: first lines before the rest, and a name of the word alone before a longer one',
    'reads texts from their end',
    rankingOver((document) => ({ ...document, content: document.content.split(' ').reverse().join(' ') })),
  ],
  [
    'orders by relevance: the form as typed before other forms, by their weights',
    'takes all forms for the one that was typed',
    withForms((forms) => forms.map((form) => ({ ...form, weight: 16 }))),
  ],
  [
    'orders by relevance: of two words, the rare one counts more',
    'goes by the first word only',
    rankingBy((terms) => terms.slice(0, 1)),
  ],
  [
    'orders by relevance: a tag or an option with the name of the word counts like a word',
    'does not look at labels',
    rankingBy((terms) => terms.map((term) => ({ ...term, labels: [] }))),
  ],
  [
    'orders by relevance: of equally good ones the newest first, by the date of the document',
    'does not know the dates of documents',
    rankingOver((document) => ({ ...document, documentDate: null })),
  ],
  [
    'orders by relevance: without terms, and documents without any of them, by creation',
    'puts the oldest first',
    broken({ rank: (documents, request) => SOUND.rank(documents, request).reverse() }),
  ],
  [
    'orders by relevance: phrases, and words inside of scripts without spaces',
    'does not look at names',
    rankingOver((document) => ({ ...document, name: '' })),
  ],
  [
    'returns pages by relevance that add up to all matches, also beyond those whose texts are looked into',
    'looks into the texts of too many documents',
    broken({ rank: (documents, request) => evaluateRelevance(documents, request, { lookedInto: 10_000 }) }),
  ],
  [
    'returns for random queries by relevance what an evaluation of every document returns',
    'knows only the first form of a term',
    withForms((forms) => forms.slice(0, 1)),
  ],
  ['stops a search by relevance on abort', 'ignores the signal', broken({ stop: () => undefined })],
  [
    'matches words by their ending in each field, and a word that is the ending',
    'takes an ending for the beginning of a word',
    asking((tree) => (tree.kind === 'ending' ? { ...tree, kind: 'text', words: [tree.ending] } : tree)),
  ],
  [
    'matches numbers by their last digits, of four digits or more',
    'finds the endings of words of letters only',
    asking((tree) => (tree.kind === 'ending' && /^\d+$/.test(tree.ending) ? { kind: 'nothing' } : tree)),
  ],
  [
    'matches nothing by an ending that is short, or has more than letters of a script with spaces, or than digits',
    'matches by an ending of three letters',
    asking((tree) =>
      tree.kind === 'ending' && tree.ending === 'ank' ? { kind: 'text', words: ['bank'], fields: tree.fields } : tree,
    ),
  ],
  ['stops a search on abort', 'ignores the signal', broken({ stop: () => undefined })],
  [
    'replaces a document, however often and in whatever order it is indexed',
    'keeps the first version',
    broken({ index: (known, document) => void known.set(document.id, known.get(document.id) ?? document) }),
  ],
  [
    'removes documents from the index and finds restored ones again',
    'keeps removed documents',
    broken({ remove: () => undefined }),
  ],
  ['finds nothing after clear, and what is indexed then', 'keeps everything', broken({ clear: () => undefined })],
  ['returns the same results after maintenance', 'removes everything', broken({ maintain: (known) => known.clear() })],
  [
    'returns for random queries what an evaluation of every document returns',
    'evaluates "not" of "or" as "or" of "not"',
    asking((tree) =>
      tree.kind === 'not' && tree.child.kind === 'or'
        ? { kind: 'or', children: tree.child.children.map((child) => ({ kind: 'not', child })) }
        : tree,
    ),
  ],
];

const OF_TRANSACTIONAL: typeof OF_ALL = [
  [
    'finds a document by its new name and notes and by its content after an update of the short texts, and not by the old ones',
    'keeps the old texts',
    broken({ updateShortTexts: () => undefined }),
  ],
  [
    'changes nothing when its transaction is rolled back',
    'writes outside the transaction',
    broken({ rollBack: () => undefined }),
  ],
  [
    'finds nothing after it was emptied part by part, and what is indexed then',
    'ends before everything is removed',
    broken({ clearPart: () => false }),
  ],
  [
    'finds the documents of other organizations after one was cleared part by part, and what is indexed in it then',
    'clears all organizations',
    broken({ clearOrganizationPart: (known) => SOUND.clearPart(known) }),
  ],
];

const OF_EXTERNAL: typeof OF_ALL = [
  [
    'replaces tags and dates of a document that is delivered again',
    'keeps the tags and dates that it was given first',
    broken({
      index: (known, document) => {
        const { tagIds, documentDate, updatedAt } = (known.get(document.id) ?? document) as SearchDocument;
        known.set(document.id, { ...document, tagIds, documentDate, updatedAt } as SearchDocument);
      },
    }),
  ],
  [
    'ignores a delivery with an older version than the one it has',
    'takes every delivery',
    broken({ isNewer: () => true }),
  ],
  [
    'answers from the present index during a rebuild, and from the new one after the switch, with the changes in between',
    'fills the present index instead of a second one',
    broken({ beginRebuild: (known) => known, switch: () => undefined }),
  ],
  [
    'answers from the present index during a rebuild, and from the new one after the switch, with the changes in between',
    'adds the new index to the old one',
    broken({
      switch: (known, built) => {
        for (const [id, document] of built) known.set(id, document);
      },
    }),
  ],
  [
    'answers from the present index during a rebuild, and from the new one after the switch, with the changes in between',
    'switches before it is asked to',
    broken({
      beginRebuild: (known) => {
        known.clear();
        return new Map();
      },
    }),
  ],
  [
    'begins a rebuild with an empty index after one that was not completed',
    'continues with the index of the earlier rebuild',
    (make) => {
      const built = new Map();
      return make({ ...SOUND, beginRebuild: () => built });
    },
  ],
];

const by =
  <Target extends SearchBackendUnderTest>(make: (parts: MemorySearchParts) => Target) =>
  ([noticedBy, how, breakage]: (typeof OF_ALL)[number]): Breakage<Target> => [
    noticedBy,
    how,
    () => breakage(make) as Target,
  ];

describe('the contract of transactional search plugins', () => {
  const breakages = [...OF_ALL, ...OF_TRANSACTIONAL].map(by<TransactionalBackendUnderTest>(memorySearch));
  itCatches(
    searchCases({ transactional: true, findsEndings: true, findsSimilar: true }),
    () => memorySearch(SOUND),
    breakages,
  );
});

describe('the contract of external search plugins', () => {
  const breakages = [...OF_ALL, ...OF_EXTERNAL].map(by<ExternalBackendUnderTest>(memoryExternalSearch));
  itCatches(
    searchCases({ transactional: false, findsEndings: true, findsSimilar: true }),
    () => memoryExternalSearch(SOUND),
    breakages,
  );
});
