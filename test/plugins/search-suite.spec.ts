import { describe } from '@jest/globals';
import type { SearchRequest, SearchSort, SearchTree } from '@archivolt/plugin-kit';
import { searchCases, type SearchBackendUnderTest, type SeededDocument } from '@archivolt/plugin-kit/testing';
import { itCatches, type Breakage } from './broken.js';
import { memorySearch, SOUND, type MemorySearchParts } from './memory-search.js';

const broken = (parts: Partial<MemorySearchParts>) => () => memorySearch({ ...SOUND, ...parts });

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
const wordOf = ({ tree }: SearchRequest): string => (tree.kind === 'text' ? (tree.words[0] ?? '') : '');
const seconds = (date: Date): Date => new Date(Math.floor(date.getTime() / 1000) * 1000);

/** Indexes trashed documents instead of removing them. */
const returnsTrashed = (): SearchBackendUnderTest => {
  const sound = memorySearch(SOUND);
  return {
    ...sound,
    seed: (documents) => sound.seed(documents.map((document) => ({ ...document, trashed: false }))),
  };
};

const BREAKAGES: Breakage<SearchBackendUnderTest>[] = [
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
  ['stops a search on abort', 'ignores the signal', broken({ stop: () => undefined })],
  [
    'replaces a document, however often and in whatever order it is indexed',
    'keeps the first version',
    broken({ index: (known, document) => void known.set(document.id, known.get(document.id) ?? document) }),
  ],
  [
    'finds a renamed document by its new name and its content, and not by the old name',
    'keeps the old name',
    broken({ rename: () => undefined }),
  ],
  [
    'removes documents from the index and finds restored ones again',
    'keeps removed documents',
    broken({ remove: () => undefined }),
  ],
  [
    'changes nothing when its transaction is rolled back',
    'writes outside the transaction',
    broken({ rollBack: () => undefined }),
  ],
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

describe('the contract of search plugins', () => {
  itCatches(searchCases(), () => memorySearch(SOUND), BREAKAGES);
});
