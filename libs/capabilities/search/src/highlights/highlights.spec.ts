import { afterEach, describe, expect, it } from '@jest/globals';
import type { SearchTree } from '@archivolt/plugin-kit';
import { Highlights, type ReadContents } from './highlights.js';

const SCOPE = { organizationId: 'org_a' };
const NEEDLE: SearchTree = { kind: 'text', words: ['needle'], fields: ['name', 'content', 'notes'] };

let highlights = new Highlights();
let read: { ids: number; from: number; length: number }[] = [];
let characters = 0;

afterEach(async () => {
  await highlights.onApplicationShutdown();
  highlights = new Highlights();
  read = [];
  characters = 0;
});

/** Documents with these contents, and what is read of them. */
function documents(contents: readonly string[], name = 'name') {
  const found = contents.map((content, index) => ({ id: `doc_${index}`, name, notes: null, content }));
  const byId = new Map(found.map(({ id, content }) => [id, content]));
  const readContents: ReadContents = (ids, { from, length }) => {
    read.push({ ids: ids.length, from, length });
    const slices = ids.map((id) => {
      const content = byId.get(id) ?? '';
      const text = content.slice(from, from + length);
      characters += text.length;
      return [id, { text, isLonger: content.length > text.length }] as const;
    });
    return Promise.resolve(new Map(slices));
  };
  return { found, readContents };
}

describe('Highlights', () => {
  it('reads no content when the query has no words', async () => {
    const { found, readContents } = documents(['needle']);
    expect(await highlights.of(SCOPE, { kind: 'all' }, found, readContents)).toEqual(new Map());
    const excluded: SearchTree = { kind: 'not', child: NEEDLE };
    expect(await highlights.of(SCOPE, excluded, found, readContents)).toEqual(new Map());
    expect(read).toEqual([]);
  });

  it('reads short contents once', async () => {
    const { found, readContents } = documents(['a needle', 'nothing']);
    const marked = await highlights.of(SCOPE, NEEDLE, found, readContents);
    expect([...marked].map(([id, of]) => [id, of.length])).toEqual([
      ['doc_0', 1],
      ['doc_1', 0],
    ]);
    expect(read).toHaveLength(1);
  });

  it('continues in long contents without a mark, and counts the pages that were passed', async () => {
    const long = `${'word '.repeat(8_000)}\f${'word '.repeat(8_000)}needle`;
    const { found, readContents } = documents([long, `needle ${long}`]);
    const marked = await highlights.of(SCOPE, NEEDLE, found, readContents);
    expect(marked.get('doc_0')).toMatchObject([{ page: 2 }]);
    expect(read).toEqual([
      { ids: 2, from: 0, length: 64_000 },
      { ids: 1, from: 64_000, length: 500_000 },
    ]);
  });

  it('stops reading the content of a document whose name has a mark', async () => {
    const { found, readContents } = documents(['word '.repeat(50_000)], 'a needle');
    await highlights.of(SCOPE, NEEDLE, found, readContents);
    expect(read).toHaveLength(1);
  });

  it('reads a bounded part of a page of very long documents', async () => {
    const { found, readContents } = documents(Array<string>(100).fill('a '.repeat(5_000_000)));
    const marked = await highlights.of(SCOPE, NEEDLE, found, readContents);
    expect([...marked.values()].flat()).toEqual([]);
    expect(characters).toBeLessThanOrEqual(5_600_000);
    expect(read).toHaveLength(2);
  });

  it('stops reading when the client has left', async () => {
    const { found, readContents } = documents(['a needle', 'a needle']);
    const search = highlights.of(SCOPE, NEEDLE, found, readContents, AbortSignal.abort());
    await expect(search).rejects.toThrow();
  });

  it('lets other requests run between the notes of two documents, and stops when the request is aborted', async () => {
    const documents = Array.from({ length: 100 }, (_, index) => ({
      id: `doc_${index}`,
      name: 'zirkon',
      notes: 'é zirkon '.repeat(200),
    }));
    const aborting = new AbortController();
    let hasRead = false;
    setImmediate(() => aborting.abort());
    const marking = highlights.of(
      SCOPE,
      { kind: 'text', words: ['zirkon'], fields: ['name', 'notes'] },
      documents,
      () => {
        hasRead = true;
        return Promise.resolve(new Map());
      },
      aborting.signal,
    );
    await expect(marking).rejects.toThrow('aborted');
    expect(hasRead).toBe(false);
  });
});
