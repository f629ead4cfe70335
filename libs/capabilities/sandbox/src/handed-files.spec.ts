import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AttachedFile } from '@archivolt/plugin-kit';
import { ATTACHMENT_LIMITS } from './attachments.js';
import { handOver, readHanded } from './handed-files.js';

const file = (name: string, read: AttachedFile['read'] = async () => Buffer.from(name)): AttachedFile => ({
  name,
  type: 'text/plain',
  read,
});
const fails = async (): Promise<never> => {
  throw new Error('damaged inside');
};

describe('files that are handed over', () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'handed-files-spec-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function hand(files: AsyncIterable<AttachedFile>, isOverdue = () => false) {
    const onRead = (): void => undefined;
    const [headFile, partsFile] = [join(folder, 'head'), join(folder, 'parts')];
    const end = await handOver(files, { headFile, partsFile, most: 100, mostBytes: 1_000, isOverdue, onRead });
    const listed = readHanded(await readFile(headFile), 1_000) ?? [];
    const outcomes = listed.map(({ name, unread }) => [name, unread?.outcome ?? 'read']);
    return { end, listed, outcomes, parts: await readFile(partsFile, 'utf8') };
  }

  it('files are handed over around one that cannot be read', async () => {
    const { end, listed, outcomes, parts } = await hand(
      (async function* () {
        yield* [file('a'), file('b', fails), file('c')];
      })(),
    );
    expect(outcomes).toEqual([
      ['a', 'read'],
      ['b', 'corrupt'],
      ['c', 'read'],
    ]);
    expect(listed[1]?.unread?.reason).toBe('The plugin failed: damaged inside');
    expect({ end, parts }).toEqual({ end: { count: 3, isLate: false }, parts: 'ac' });
  });

  it('files before a fault of the reader are handed over, and the fault is named', async () => {
    const { end, outcomes } = await hand(
      (async function* () {
        yield file('a');
        await fails();
      })(),
    );
    expect(outcomes).toEqual([['a', 'read']]);
    expect(end).toEqual({ count: 1, isLate: false, fault: 'damaged inside' });
  });

  it('files are named when the time runs out while one of them is read', async () => {
    let isOverdue = false;
    const stops = async (): Promise<never> => {
      isOverdue = true;
      return fails();
    };
    const files = (async function* () {
      yield* [file('a'), file('b', stops), file('c')];
    })();
    const { end, outcomes } = await hand(files, () => isOverdue);
    expect(outcomes).toEqual([
      ['a', 'read'],
      ['b', 'timeout'],
      ['c', 'timeout'],
    ]);
    expect(end).toEqual({ count: 3, isLate: true });
  });

  it('all files are handed over when the time runs out while the others are counted', async () => {
    let isOverdue = false;
    const files = (async function* () {
      for (let index = 0; index < ATTACHMENT_LIMITS.named; index += 1) yield file('a');
      isOverdue = true;
      yield file('one more');
    })();
    const { end, listed } = await hand(files, () => isOverdue);
    expect(listed).toHaveLength(ATTACHMENT_LIMITS.named);
    expect(end).toMatchObject({ isLate: false });
  });
});

describe('a list of a process that opens files', () => {
  const read = (unread: object, type = '') =>
    readHanded(Buffer.from(JSON.stringify([{ name: 'a', type, size: 0, unread }])), 0);

  it('a list of opened files has only media types as types', () => {
    const typeOf = (type: string) => read({ outcome: 'corrupt', reason: null }, type)?.[0]?.type;
    expect(['a\0/b', 'text/\u202Enialp', 'words', 'Text/Plain; charset=utf-8'].map(typeOf)).toEqual([
      ...['', '', ''],
      'text/plain',
    ]);
  });

  it('a list of opened files is refused when a reason is not a sentence', () => {
    expect(read({ outcome: 'corrupt', reason: 'It is damaged.' })).toHaveLength(1);
    expect(read({ outcome: 'corrupt', reason: 'a\0b' })).toBeUndefined();
    expect(read({ outcome: 'corrupt', reason: 'x'.repeat(301) })).toBeUndefined();
  });
});
