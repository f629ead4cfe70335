import { describe } from '@jest/globals';
import type { SearchRequest, SearchSort, SearchTree } from '@archivolt/plugin-kit';
import { searchCases, type SearchBackendUnderTest, type SeededDocument } from '@archivolt/plugin-kit/testing';
import { itCatches, type Breakage } from './broken.js';
import { memorySearch, SOUND, type MemorySearchParts } from './memory-search.js';

const broken = (parts: Partial<MemorySearchParts>) => () => memorySearch({ ...SOUND, ...parts });

/** Sound but for the query, parts of which are replaced. */
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
const wordOf = ({ tree }: SearchRequest): string => (tree.kind === 'text' ? (tree.words[0] ?? '') : '');
const seconds = (date: Date): Date => new Date(Math.floor(date.getTime() / 1000) * 1000);

/** Indexes what is in the trash instead of forgetting it. */
const returnsTrashed = (): SearchBackendUnderTest => {
  const sound = memorySearch(SOUND);
  return {
    ...sound,
    seed: (documents) => sound.seed(documents.map((document) => ({ ...document, trashed: false }))),
  };
};

const BREAKAGES: Breakage<SearchBackendUnderTest>[] = [
  [
    'finds words by their beginning, in the name or in the text',
    'looks into both fields always',
    asking((tree) => (tree.kind === 'text' ? { ...tree, fields: ['name', 'content'] } : tree)),
  ],
  [
    'lets two texts match in different fields, but a phrase only in one',
    'takes name and text for one',
    over((document) => ({ ...document, content: `${document.name} ${document.content}` })),
  ],
  [
    'finds a phrase only in its order, without gaps, its last word by the beginning',
    'takes a phrase for a list of words',
    asking((tree) =>
      tree.kind === 'text' && tree.words.length > 1
        ? { kind: 'and', children: tree.words.map((word) => ({ ...tree, words: [word] })) }
        : tree,
    ),
  ],
  [
    'ignores case and accents on both sides',
    'compares letter by letter',
    keeping((document, request) => `${document.name} ${document.content}`.includes(wordOf(request))),
  ],
  [
    'finds any part of a text in a script without spaces',
    'knows words by spaces only',
    keeping(({ content }, request) => content.startsWith(wordOf(request))),
  ],
  [
    'takes hostile words as words',
    'puts words into its query as they are',
    broken({
      find: (documents, request, sort) => {
        if (wordOf(request).includes("'")) throw new Error('syntax error');
        return SOUND.find(documents, request, sort);
      },
    }),
  ],
  [
    'indexes long words, and texts with a great many different words',
    'cuts long words off',
    over((document) => ({ ...document, name: document.name.slice(0, 50) })),
  ],
  [
    'keeps organizations with the same words apart',
    'finds what belongs to others',
    broken({
      find: (documents, request, sort) =>
        SOUND.find(
          documents.map((each) => ({ ...each, organizationId: request.organizationId })),
          request,
          sort,
        ),
    }),
  ],
  ['never gives a trashed document', 'forgets nothing', returnsTrashed],
  [
    'filters by tags, alone and together with words',
    'asks for all tags where one is enough',
    asking((tree) =>
      tree.kind === 'tag' && tree.tagIds.length > 1
        ? { kind: 'and', children: tree.tagIds.map((tagId) => ({ kind: 'tag', tagIds: [tagId] })) }
        : tree,
    ),
  ],
  [
    'filters by dates, a missing one never matching and always matching the negation',
    'takes a missing date for an old one',
    over((document) => ({ ...document, documentDate: document.documentDate ?? new Date(0) })),
  ],
  [
    'filters by the moment of creation to the millisecond',
    'counts in seconds',
    over((document) => ({ ...document, createdAt: seconds(document.createdAt) })),
  ],
  [
    'orders by each field, ties by creation and then by id in the same direction',
    'orders by the last change when asked for the name',
    sorting((sort) => (sort.field === 'name' ? { ...sort, field: 'updatedAt' } : sort)),
  ],
  [
    'gives pages that join to the whole, with the count of all',
    'counts the page only',
    broken({ count: (_, page) => page.length }),
  ],
  [
    'gives the ids of all matches in chunks, oldest first',
    'gives the newest first',
    broken({ allOf: (find) => find({ field: 'createdAt', order: 'desc' }) }),
  ],
  ['stops when the signal is aborted', 'goes on', broken({ stop: () => undefined })],
  [
    'replaces a document, in any order and any number of times',
    'keeps the first version',
    broken({ index: (known, document) => void known.set(document.id, known.get(document.id) ?? document) }),
  ],
  [
    'finds a renamed document by its new name and its content, and not by the old name',
    'keeps the old name',
    broken({ rename: () => undefined }),
  ],
  ['forgets removed documents and remembers restored ones', 'forgets nothing', broken({ remove: () => undefined })],
  [
    'changes nothing when its transaction is rolled back',
    'writes outside of the transaction',
    broken({ rollBack: () => undefined }),
  ],
  ['answers the same after maintenance', 'cleans up too well', broken({ maintain: (known) => known.clear() })],
  [
    'answers random queries on random documents like looking at every document',
    'takes "not" of "or" for "or" of "not"',
    asking((tree) =>
      tree.kind === 'not' && tree.child.kind === 'or'
        ? { kind: 'or', children: tree.child.children.map((child) => ({ kind: 'not', child })) }
        : tree,
    ),
  ],
];

describe('the contract of search plugins', () => {
  itCatches(searchCases(), () => memorySearch(SOUND), BREAKAGES);
});
