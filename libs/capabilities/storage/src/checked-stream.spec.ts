import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { checkedStream } from './checked-stream.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('a checked stream', () => {
  /** Reads chunks that should be `expected`. Returns what arrived and how it ended. */
  async function read(chunks: readonly string[], expected: { size: number | null; sha256: string | null }) {
    const noted: string[] = [];
    let arrived = '';
    try {
      const stream = await checkedStream(source(chunks), expected, {
        onRight: () => Promise.resolve(void noted.push('right')),
        onWrong: (problem) => Promise.resolve(new Error(problem)),
      });
      for await (const chunk of stream as AsyncIterable<Buffer>) arrived += chunk.toString();
    } catch (error) {
      noted.push((error as Error).message);
    }
    return [arrived, ...noted];
  }

  const abc = { size: 6, sha256: sha256('aabbcc') };

  it.each([
    ['several chunks', ['aa', 'bb', 'cc'], abc],
    ['one chunk', ['aabbcc'], abc],
    ['chunks without bytes', ['', 'aabb', '', 'cc', ''], abc],
    ['facts that are not known', ['aabb', 'cc'], { size: null, sha256: null }],
  ])('a checked stream passes right bytes on in %s', async (_, chunks, expected) => {
    expect(await read(chunks, expected)).toEqual(['aabbcc', 'right']);
  });

  it('a checked stream passes an empty file on', async () => {
    expect(await read([], { size: 0, sha256: sha256('') })).toEqual(['', 'right']);
  });

  it.each([
    ['another byte in the last chunk', ['aa', 'bb', 'cX'], 'aabb', 'hash'],
    ['another byte in an earlier chunk', ['aX', 'bb', 'cc'], 'aXbb', 'hash'],
    ['another byte in the only chunk', ['aabbcX'], '', 'hash'],
    ['a missing end', ['aa', 'bb', 'c'], 'aabb', 'size'],
    ['a missing chunk', ['aa', 'bb'], 'aa', 'size'],
    ['bytes behind the end', ['aa', 'bb', 'cc', 'd'], 'aabb', 'size'],
    ['no bytes', [], '', 'size'],
  ])('a checked stream breaks off without the last chunk because of %s', async (_, chunks, arrived, problem) => {
    expect(await read(chunks, abc)).toEqual([arrived, problem]);
  });

  it('a checked stream passes on what could be read before the storage failed', async () => {
    expect(await read(['aa', 'bb', '!'], abc)).toEqual(['aabb', 'the disk failed']);
  });

  it('a checked stream closes the file when it is destroyed before and while it is read', async () => {
    const sources = [source(['aa', 'bb', 'cc']), source(['aa', 'bb', 'cc'])];
    const [unread, begun] = await Promise.all(sources.map((each) => checkedStream(each, abc, unused)));
    unread?.destroy();
    await once(begun as Readable, 'data');
    begun?.destroy();
    expect(sources.map(({ destroyed }) => destroyed)).toEqual([true, true]);
  });

  it('a checked stream of a large file does not wait for a storage that sends nothing, and closes the file', async () => {
    const silent = new Readable({ read: () => undefined });
    const stream = await checkedStream(silent, { size: 1_000_000, sha256: null }, unused);
    stream.destroy();
    await once(stream, 'close');
    expect(silent.destroyed).toBe(true);
  });

  it('a checked stream keeps what was read before the storage failed for a slow reader', async () => {
    const stream = await checkedStream(source(['aa', 'bb', '!']), { size: 1_000_000, sha256: null }, unused);
    await once(stream, 'readable');
    const arrived: string[] = [];
    await expect(
      (async () => {
        for await (const chunk of stream as AsyncIterable<Buffer>) arrived.push(chunk.toString());
      })(),
    ).rejects.toThrow('the disk failed');
    expect(arrived).toEqual(['aa', 'bb']);
  });
});

const unused = { onRight: () => Promise.resolve(), onWrong: () => Promise.resolve(new Error('unused')) };

function source(chunks: readonly string[]): Readable {
  return Readable.from(
    (function* () {
      for (const chunk of chunks) {
        if (chunk === '!') throw new Error('the disk failed');
        yield Buffer.from(chunk);
      }
    })(),
    { objectMode: true },
  );
}
