import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PackedWords } from '@archivolt/plugin-kit';
import { sample } from '../../../../test/support/sample.js';
import type { Extraction } from './extraction.js';
import { PrivateFiles } from './private-files.js';
import { RecognizedPages } from './recognized-pages.js';
import { SandboxLane, type LaneSettings, type LaneTask } from './sandbox-lane.js';

const MEGABYTE = 1024 * 1024;
const bad = (name: string): URL => new URL(`../test/bad-extractors/${name}.mjs`, import.meta.url);

describe('the sandbox', () => {
  let home: string;
  let document: string;
  let lane: SandboxLane;
  let files: PrivateFiles;
  let logged: string[];

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'sandbox-spec-'));
    document = join(home, 'document');
    await writeFile(document, 'words of the file');
    files = new PrivateFiles(home);
    logged = [];
    lane = aLane({});
  });

  afterEach(async () => {
    await lane.close();
    await files.removeAll();
    await rm(home, { recursive: true, force: true });
  });

  const aLane = (changes: Partial<LaneSettings>): SandboxLane => {
    const settings = {
      places: 1,
      keepsRoom: true,
      countsCpu: true,
      mostChildren: 2,
      keepsSpare: false,
      priority: 0,
      heapMb: 64,
      memoryLimitBytes: 300 * MEGABYTE,
      modules: [bad('hangs')],
      ...changes,
    };
    return new SandboxLane(settings, files, new RecognizedPages(files), {
      warn: (message) => void logged.push(message),
    });
  };
  const task = (name: string, changes: Partial<LaneTask> = {}): LaneTask => ({
    kind: 'task',
    extractor: bad(name).href,
    config: {},
    input: { path: document, size: 17, type: 'text/plain', fileName: 'a.txt' },
    languages: ['eng', 'deu'],
    limits: { maxOcrPages: 5, maxChars: 1000, maxPixels: 1e6, maxInflatedBytes: 1e6, maxEntries: 10 },
    timeoutMs: 30_000,
    ocrPageTimeoutMs: 1000,
    ocr: { kind: 'missing' },
    owner: 'a',
    document: name,
    turnMs: 60_000,
    attachments: null,
    target: join(home, 'files'),
    keepsPages: false,
    ...changes,
  });
  const run = (name: string, changes?: Partial<LaneTask>, signal = new AbortController().signal) =>
    lane.run(task(name, changes), signal);
  const expectNextFileIsRead = async (): Promise<void> =>
    expect(await run('reads-words')).toMatchObject({ outcome: 'text', text: 'words of the file', pages: 1 });

  it.each([
    ['hangs', 'timeout', { timeoutMs: 300 }],
    ['eats-memory', 'too-large', {}],
    ['fills-heap', 'too-large', {}],
    ['exits', 'crashed', {}],
    ['faults', 'crashed', {}],
    ['throws', 'crashed', {}],
    ['floods-stderr', 'crashed', {}],
    ['gives-nonsense', 'crashed', {}],
    ['does-not-exist', 'crashed', {}],
  ] as const)('an extractor that %s ends as %s and the next file is read', async (name, outcome, changes) => {
    const result = await run(name, changes);
    expect(result).toMatchObject({ outcome, text: '' });
    expect(result.reason).toMatch(/\.$|: .+/);
    await expectNextFileIsRead();
  });

  it('runs an extractor twice that throws, and once when it throws PermanentPluginError', async () => {
    await run('throws');
    expect(logged).toHaveLength(2);
    await writeFile(document, 'permanent');
    expect(await run('throws-kit-errors')).toMatchObject({
      outcome: 'crashed',
      reason: 'The plugin failed: permanent',
    });
    expect(logged).toHaveLength(3);
  });

  it('stops a process that takes memory near its limit', async () => {
    const { peakRssBytes, reason } = await run('eats-memory');
    expect(peakRssBytes).toBeGreaterThan(300 * MEGABYTE);
    expect(peakRssBytes).toBeLessThan(1200 * MEGABYTE);
    expect(reason).toBe('It needed more than 315 MB of memory.');
  });

  it('stops a process that fills the disk with many files', async () => {
    expect(await run('fills-disk')).toMatchObject({
      outcome: 'too-large',
      reason: 'It needed too much space for temporary files.',
    });
    await expectNextFileIsRead();
  });

  it('ends a process that keeps a resource open, and reads the next file', async () => {
    expect(await run('leaves-a-folder')).toMatchObject({ outcome: 'empty' });
    await expectNextFileIsRead();
  });

  it('tries a crashed file once more before it gives up', async () => {
    await run('exits');
    expect(logged.filter((line) => line.includes('exit code 0'))).toHaveLength(2);
  });

  it.each([
    ['fails twice', 'crashed', { failsAtOnce: true }],
    ['is read once more without the file in it that breaks its process', 'text', {}],
  ])('counts the work on both attempts of a file that %s', async (_how, outcome, way) => {
    const ocr = { kind: 'engine', engine: bad('ocr-engine').href, config: {} } as const;
    const result = await run('works-then-fails', { ocr, config: way, attachments: { most: 1, mostBytes: 10 } });
    expect(result).toMatchObject({ outcome, ocrPages: 2 });
    if (process.platform === 'linux') expect(result.cpuMs).toBeGreaterThanOrEqual(600);
  });

  it('omits the file in a file that crashes its process, and keeps the others', async () => {
    const input = { path: document, size: 17, type: 'text/plain', fileName: 'diesAtSecond.box' };
    const { handed, ...result } = await run('hands-files', { input, attachments: { most: 9, mostBytes: 99 } });
    expect(result).toMatchObject({ outcome: 'text', text: 'words', warnings: [] });
    const reason = 'The process that reads documents ended unexpectedly (exit code 3).';
    expect(handed?.files).toEqual([
      { name: 'a.txt', type: '', size: 5 },
      { name: 'b.txt', type: '', size: 0, unread: { outcome: 'corrupt', reason } },
      { name: 'c.txt', type: '', size: 5 },
    ]);
  });

  it('reads a file whose plugin says with null that there are no files in it', async () => {
    const input = { path: document, size: 17, type: 'text/plain', fileName: 'nothing.box' };
    const result = await run('hands-files', { input, attachments: { most: 1, mostBytes: 10 } });
    expect(result).toMatchObject({ outcome: 'text', text: 'words', warnings: [] });
  });

  it('keeps the files that were handed over before a failure of the reader, and says so', async () => {
    const input = { path: document, size: 17, type: 'text/plain', fileName: 'throws.box' };
    const result = await run('hands-files', { input, attachments: { most: 1, mostBytes: 10 } });
    expect(result).toMatchObject({
      outcome: 'text',
      truncated: true,
      handed: { count: 1, files: [{ name: 'a.txt' }] },
    });
    expect(result.warnings).toEqual(['Not all files in it were found: damaged inside']);
  });

  it('keeps what an extractor returns at the deadline', async () => {
    const result = await run('waits-for-abort', { timeoutMs: 200 });
    expect(result).toMatchObject({
      ...{ outcome: 'text', text: 'half of it', truncated: true, isCutShort: true },
      warnings: ['The time for this document ran out before all of it was read.'],
    });
  });

  it('reports of a file that ran out of time that there may be more, and how long it was worked on', async () => {
    const { outcome, isCutShort, cpuMs } = await run('hangs', { timeoutMs: 300 });
    expect([outcome, isCutShort]).toEqual(['timeout', true]);
    if (process.platform === 'linux') expect(cpuMs).toBeGreaterThanOrEqual(300);
  });

  it('cancels a file in progress and one that waits', async () => {
    const abort = new AbortController();
    const working = run('hangs', {}, abort.signal);
    const waiting = run('reads-words', {}, abort.signal);
    abort.abort();
    expect(await working).toMatchObject({ outcome: 'cancelled' });
    expect(await waiting).toMatchObject({ outcome: 'cancelled' });
    await expectNextFileIsRead();
  });

  it('returns a result for each file in work when it is closed', async () => {
    const working = run('hangs');
    await expectNothingIsReadBefore(working);
    await lane.close();
    expect(await working).toMatchObject({ outcome: 'cancelled' });
  });

  it('reads many files with one process and leaves none of the files behind', async () => {
    const results = await Promise.all(Array.from({ length: 12 }, () => run('reads-words')));
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['text']));
    await expectNextFileIsRead();
    const runs = await readdir(join(home, 'tmp', 'extraction'));
    expect(await readdir(join(home, 'tmp', 'extraction', runs[0] ?? ''))).toHaveLength(1);
    await lane.close();
    expect(await readdir(join(home, 'tmp', 'extraction', runs[0] ?? ''))).toEqual([]);
  });

  it('makes text storable: no NUL, no half characters, composed, cut at the limit', async () => {
    const result = await run('gives-odd-text');
    expect(result).toMatchObject({ outcome: 'text', pages: 3, truncated: true, warnings: ['one', 'line break'] });
    expect(result.text.startsWith('nul  half \ufffd caf\u00e9\fsecond\npage\fxxx')).toBe(true);
    expect(result.text).toHaveLength(1000);
  });

  it('what a plugin gives as text and is none is not kept, and the files in the file are', async () => {
    const result = await run('gives-noise', { attachments: { most: 5, mostBytes: 1e6 } });
    expect(result).toMatchObject({ outcome: 'insufficient', text: '', pages: 0, warnings: ['A part is missing.'] });
    expect(result.reason).toContain('no words of any language');
    expect(result.handed?.files.map(({ name, size }) => [name, size])).toEqual([['a.txt', 5]]);
  });

  it('keeps usable words and boxes only, and 10,000 of a million', async () => {
    const { layouts } = await run('gives-odd-words');
    const words = layouts.map((layout) => [
      ...(layout.words ? PackedWords.fromBytes(inflateRawSync(layout.words)) : []),
    ]);
    expect(words.map(({ length }) => length)).toEqual([1, 10_000, 0, 1]);
    expect(words[0]).toEqual([{ text: 'kept', box: [0.1, 0.1, 0.2, 0.2] }]);
    expect(words[3]).toEqual([{ text: 'reachesout', box: [0, 0, 1, 1] }]);
    expect(layouts.map(({ width, source, confidence }) => [width, source, confidence])).toEqual([
      [null, 'text', null],
      [2, 'text', null],
      [null, 'ocr', null],
      [null, 'text', null],
    ]);
  });

  it('moves a file that wants OCR out of the quick lane, even when its extractor ignores that', async () => {
    expect(await run('wants-ocr', { ocr: { kind: 'other-lane' } })).toMatchObject({
      outcome: 'needs-ocr-lane',
      reason: null,
    });
    await expectNextFileIsRead();
  });

  const nonsense = [
    ['null', 'null\n'],
    ['no JSON', '{"kind":\n'],
    ['of an unknown kind', '{"kind":"shutdown"}\n'],
    ['a reply without its parts', '{"kind":"reply","outcome":"text"}\n'],
    ['too long', `{"kind":"failed","reason":"${'x'.repeat(70_000)}"}\n`],
    ['without an end', 'x'.repeat(70_000)],
  ] as const;
  it.each(sample(nonsense, 2, ([name]) => name))(
    'ends a process that sends a message which is %s, and reads the next file',
    async (_name, line) => {
      expect(await run('sends-nonsense', { config: { line } })).toMatchObject({ outcome: 'crashed', text: '' });
      await expectNextFileIsRead();
    },
  );

  it('gets its place back from an extractor that keeps the processor busy after its result', async () => {
    expect(await run('hangs-after-ocr', { ocr: { kind: 'other-lane' } })).toMatchObject({ outcome: 'needs-ocr-lane' });
    await expectNextFileIsRead();
  });

  it('says that no OCR plugin is installed', async () => {
    const result = await run('wants-ocr');
    expect(result).toMatchObject({ outcome: 'unsupported' });
    expect(result.reason).toContain('no OCR plugin is installed');
  });

  it('leaves it to the extractor to say that pages were not read without an OCR plugin', async () => {
    expect(await run('asks-for-nothing')).toMatchObject({ outcome: 'text', text: 'complete', warnings: [] });
  });

  it('hands pages to the OCR engine with its configuration, and its warnings to the report', async () => {
    const engine = { kind: 'engine', engine: bad('ocr-engine').href, config: { greeting: 'page' } } as const;
    expect(await run('wants-ocr', { ocr: engine })).toMatchObject({
      outcome: 'text',
      text: 'page 2 eng+deu',
      warnings: ['The data of deu is not installed.'],
    });
  });

  it('reads no file of an owner in a process that has read a file of another one', async () => {
    const read = async (owner: string) => (await run('tells-what-it-saw', { owner })).text;
    const [first, again, other, back] = [await read('a'), await read('a'), await read('b'), await read('a')];
    expect(first).toMatch(/^process \d+, 0 files before$/);
    expect(again).toBe(first.replace('0 files', '1 files'));
    expect(other).toMatch(/, 0 files before$/);
    expect(other).not.toBe(first);
    expect(back).toBe(first.replace('0 files', '2 files'));
  });

  it('ends the process that has been idle for longest before there are more than allowed', async () => {
    const seen = new Set<string>();
    for (const owner of ['a', 'b', 'c', 'a', 'b', 'c']) seen.add((await run('tells-what-it-saw', { owner })).text);
    expect(seen.size).toBe(6);
    const runs = await readdir(join(home, 'tmp', 'extraction'));
    expect((await readdir(join(home, 'tmp', 'extraction', runs[0] ?? ''))).length).toBeLessThanOrEqual(2);
  });

  it('the sandbox has a process ready for an owner it has not seen', async () => {
    const withSpare = aLane({ keepsSpare: true, mostChildren: 3 });
    const folders = async () => {
      const [name = ''] = await readdir(join(home, 'tmp', 'extraction'));
      return (await readdir(join(home, 'tmp', 'extraction', name))).length;
    };
    await withSpare.run(task('reads-words'), new AbortController().signal);
    for (let count = await folders(); count < 2; count = await folders()) await new Promise(setImmediate);
    expect(await withSpare.run(task('reads-words', { owner: 'b' }), new AbortController().signal)).toMatchObject({
      outcome: 'text',
    });
    await withSpare.close();
    expect(await folders()).toBe(0);
  });

  it('interrupts a file that hangs when another owner waits, and then reads the file of that owner', async () => {
    const hanging = run('hangs', { turnMs: 1 });
    expect(await run('reads-words', { owner: 'b' })).toMatchObject({ outcome: 'text' });
    expect(await hanging).toMatchObject({ outcome: 'yielded', text: '' });
  });

  it('keeps no process that was slowed down because its file took long', async () => {
    const [first, second] = [
      await run('tells-what-it-saw', { turnMs: 60_000 }),
      await run('waits-for-abort', { turnMs: 1, timeoutMs: 300 }),
    ];
    expect(second).toMatchObject({ outcome: 'text' });
    expect((await run('tells-what-it-saw')).text).not.toBe(first.text.replace('0 files', '1 files'));
  });

  it('recognizes no page twice when a document gives up its place and continues later', async () => {
    const ocr = { kind: 'engine', engine: bad('signs-pages').href, config: {} } as const;
    const results: Extraction[] = [];
    const others: Promise<Extraction>[] = [];
    while (results.at(-1)?.outcome !== 'text') {
      const turn = run('reads-pages', { ocr, config: { pages: 3 }, turnMs: 2000, ocrPageTimeoutMs: 500 });
      others.push(run('reads-words', { owner: 'b' }));
      results.push(await turn);
    }
    expect(results.slice(0, -1).map(({ outcome }) => outcome)).toContain('yielded');
    expect(results.some(({ hasNewPages }) => hasNewPages)).toBe(true);
    expect(results.at(-1)?.text).toMatch(/^page 0 in \d+\fpage 1 in \d+\fpage 2 in \d+$/);
    expect((await Promise.all(others)).every(({ outcome }) => outcome === 'text')).toBe(true);
  });

  /** The child has been started when its folder is there. */
  async function expectNothingIsReadBefore(working: Promise<unknown>): Promise<void> {
    expect(await Promise.race([working.then(() => 'read'), files.makeFolder('probe').then(() => 'waiting')])).toBe(
      'waiting',
    );
  }
});
