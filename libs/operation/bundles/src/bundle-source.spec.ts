import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ArchiveRecord, DocumentRecord } from '#operation/imports';
import { BundleSource } from './bundle-source.js';
import { readLines } from './lines.js';
import { recordFileOf, RECORD_KINDS, type LostFile, type Manifest, type RecordKind } from './manifest.js';

const { signal } = new AbortController();
const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');

async function allOf<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}

const LETTER: DocumentRecord = {
  kind: 'document',
  ref: 'doc_1',
  name: 'Grüße.txt',
  file: { path: 'files/2026-01/Grüße [doc_1].txt', name: 'a.txt', size: 5, sha256: sha256('hello') },
};
const RECORDS: ArchiveRecord[] = [
  { kind: 'organization', ref: 'org_1', name: 'Home' },
  { kind: 'tag', ref: 'tag_1', name: 'bill' },
  LETTER,
];

describe('reading a bundle', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'archivolt-bundle-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** A bundle as another program might write it: `lines` replaces the lines of a kind. */
  async function aBundle({
    records = RECORDS,
    files = { [LETTER.file.path]: 'hello' },
    lines = {},
    lost = [],
  }: {
    records?: readonly ArchiveRecord[];
    files?: Record<string, string>;
    lines?: Partial<Record<RecordKind, string>>;
    lost?: LostFile[];
  } = {}): Promise<string> {
    const described: Manifest['records'] = [];
    await mkdir(join(folder, 'records'));
    for (const kind of RECORD_KINDS) {
      const own = records.filter((record) => record.kind === kind).map((record) => `${JSON.stringify(record)}\n`);
      const content = lines[kind] ?? own.join('');
      await writeFile(join(folder, recordFileOf(kind)), content);
      const count = content.split('\n').length - 1;
      described.push({ kind, records: count, bytes: Buffer.byteLength(content), sha256: sha256(content) });
    }
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    const manifest: Manifest = {
      'archivolt-bundle': 1,
      version: '1.0.0',
      organization: { ref: 'org_1', name: 'Home' },
      createdAt: '2026-01-31T09:30:00.000Z',
      records: described,
      files: { count: 1, bytes: 5, lost },
    };
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
    return folder;
  }
  const changeManifest = async (change: (content: string) => string): Promise<void> => {
    const path = join(folder, 'manifest.json');
    await writeFile(path, change(await readFile(path, 'utf8')));
  };
  const read = async (): Promise<ArchiveRecord[]> => {
    const source = await BundleSource.open(folder, signal);
    return allOf(source.records(signal));
  };
  const problem = async (): Promise<string> => {
    const reason: unknown = await read().catch((error: unknown) => error);
    return reason instanceof Error ? reason.message : 'no problem';
  };
  const aDocument = (fields: object): string => `${JSON.stringify({ ...LETTER, ...fields })}\n`;

  it('a bundle yields its records in the order of the kinds, and opens its files', async () => {
    await aBundle();
    expect(await read()).toEqual(RECORDS);
    const source = await BundleSource.open(folder, signal);
    expect([source.id, source.name]).toEqual([
      'archivolt:org_1',
      'Archivolt 1.0.0, bundle of Home of 2026-01-31T09:30:00.000Z',
    ]);
    expect(await text(await source.open(LETTER.file, signal))).toBe('hello');
  });

  it('files whose names have got another form of accents are found', async () => {
    await aBundle();
    const other = LETTER.file.path.normalize('NFD');
    await rename(join(folder, LETTER.file.path), join(folder, other));
    const source = await BundleSource.open(folder, signal);
    expect(await text(await source.open(LETTER.file, signal))).toBe('hello');
  });

  it('a file with other bytes ends with an error when it is read', async () => {
    await aBundle({ files: { [LETTER.file.path]: 'hullo' } });
    const source = await BundleSource.open(folder, signal);
    await expect(source.open(LETTER.file, signal).then(text)).rejects.toThrow('has other bytes than those that were');
  });

  it('a file that is missing or has another size is named before the first record', async () => {
    await aBundle({ files: {} });
    const line = `${recordFileOf('document')}, line 1: ${LETTER.file.path}`;
    expect(await problem()).toBe(`the bundle ${folder} is damaged:\n${line} is missing`);
    await mkdir(dirname(join(folder, LETTER.file.path)), { recursive: true });
    await writeFile(join(folder, LETTER.file.path), 'cut');
    expect(await problem()).toContain(`${line} has 3 bytes instead of 5`);
  });

  it.each(['', '/', '\\'])('a path with "..%s" is refused', async (end) => {
    const path = `files/..${end}/secret`;
    await aBundle({ lines: { document: aDocument({ file: { ...LETTER.file, path } }) } });
    expect(await problem()).toContain('is not a path in the folder "files"');
    await rm(folder, { recursive: true });
    await mkdir(folder);
    await aBundle();
    const source = await BundleSource.open(folder, signal);
    await expect(source.open({ path, name: 'x' }, signal)).rejects.toThrow('is not a path in the folder');
    await expect(source.open({ path: '/etc/passwd', name: 'x' }, signal)).rejects.toThrow(
      'is not a path in the folder',
    );
  });

  it('a symbolic link that leads out of the bundle is not followed', async () => {
    await aBundle({ files: {} });
    const outside = join(folder, 'outside');
    await writeFile(outside, 'hello');
    await mkdir(dirname(join(folder, LETTER.file.path)), { recursive: true });
    await symlink(outside, join(folder, LETTER.file.path));
    expect(await problem()).toContain('leads out of the folder "files"');
    await rm(join(folder, recordFileOf('tag')));
    await symlink(outside, join(folder, recordFileOf('tag')));
    expect(await problem()).toContain('records/tag.jsonl is not a plain file');
  });

  it.each([
    [
      'a flipped byte',
      (content: Buffer) => Buffer.from(String(content).replace('bill', 'bull')),
      'has other bytes than those that were written',
    ],
    ['a missing end', (content: Buffer) => content.subarray(0, -3), 'bytes instead of'],
  ])('a file of records with %s is named before the first record', async (_, damage, expected) => {
    await aBundle();
    const path = join(folder, recordFileOf('tag'));
    await writeFile(path, damage(await readFile(path)));
    expect(await problem()).toContain(expected);
    await rm(path);
    expect(await problem()).toContain('records/tag.jsonl is missing');
  });

  it('a bundle without a manifest, with a part of one or of an unknown form is refused', async () => {
    await aBundle();
    const whole = await readFile(join(folder, 'manifest.json'), 'utf8');
    await changeManifest((content) => content.slice(0, content.length / 2));
    expect(await problem()).toContain('manifest.json is cut off or damaged');
    await changeManifest(() => whole.replace('"archivolt-bundle":1', '"archivolt-bundle":2'));
    expect(await problem()).toMatch(/has the form 2, and this version of Archivolt knows 1\.\nRemedy: use/);
    await changeManifest(() => whole.replace('"archivolt-bundle":1', '"format":1'));
    expect(await problem()).toContain('is not the manifest of a bundle');
    await changeManifest(() => whole.replace('"kind":"tag"', '"kind":"view"'));
    expect(await problem()).toContain('does not name each kind of records once');
    await changeManifest(() => whole.replace('"bytes":5,"lost"', '"bytes":"5","lost"'));
    expect(await problem()).toContain('"files.bytes" is not a whole number');
    await rm(join(folder, 'manifest.json'));
    expect(await problem()).toContain('manifest.json is missing: an export into this folder has not ended');
  });

  it.each([
    ['{"kind":"tag","ref":"1"}', '"name" is not a text'],
    ['{"kind":"tag","ref":"1","name":7}', '"name" is not a text'],
    ['{"kind":"tag","ref":"","name":"x"}', '"ref" is not a text of 1 to 200 characters'],
    ['{"kind":"view","ref":"1","name":"x"}', '"kind" is not "tag"'],
    [
      '{"kind":"tag","ref":"1","name":"x","__proto__":{"color":1}}',
      '"__proto__" is not a field that this version knows',
    ],
    ['[]', 'it is not an object'],
    ['{"kind":"tag"', 'it is not a JSON text in UTF-8'],
  ])('a line that is not a tag is named with its file and number: %s', async (line, expected) => {
    await aBundle({ lines: { tag: `{"kind":"tag","ref":"0","name":"fine"}\n${line}\n` } });
    expect(await problem()).toBe(`the bundle ${folder} is damaged:\nrecords/tag.jsonl, line 2: ${expected}`);
  });

  it.each([
    [{ createdAt: '2026-01-31' }, '"createdAt" is not a moment such as'],
    [{ documentDate: '31.1.2026' }, '"documentDate" is not a day such as'],
    [
      { properties: [{ ref: 'p', values: [{}] }] },
      '"properties[0].values[0]" is not a text, a number, true, false or null',
    ],
    [{ archiveNumber: -1 }, '"archiveNumber" is not a whole number from 0 up'],
    [{ file: { ...LETTER.file, sha256: 'A' } }, '"file.sha256" is not a SHA-256 in lower-case hexadecimal'],
    [{ tagRefs: 'tag_1' }, '"tagRefs" is not a list'],
  ])('a document with a field of another type is refused: %j', async (fields, expected) => {
    await aBundle({ lines: { document: aDocument(fields) } });
    expect(await problem()).toContain(`records/document.jsonl, line 1: ${expected}`);
  });

  it('lines that are too long, cut off or not in UTF-8 are named with their number', async () => {
    const readAll = async (content: Buffer | string): Promise<string> => {
      await writeFile(join(folder, 'lines.jsonl'), content);
      const written = { bytes: content.length, sha256: sha256(content) };
      const lines = readLines(folder, 'lines.jsonl', written, { signal, mostLineBytes: 10 });
      const end: unknown = await allOf(lines).catch((error: unknown) => (error as Error).message);
      return JSON.stringify(end);
    };
    expect(await readAll('12345\n"12345678"\n')).toContain('"value":"12345678"');
    expect(await readAll('12345\n"123456789"\n')).toContain('lines.jsonl, line 2: it is longer than 10 bytes');
    expect(await readAll('12345\n12')).toContain('lines.jsonl, line 2: it is cut off');
    expect(await readAll(Buffer.from([0x22, 0xff, 0x22, 0x0a]))).toContain('line 1: it is not a JSON text in UTF-8');
  });

  it('files that were lost before the export are no fault: versions are unmapped, and current files cannot be opened', async () => {
    const earlier = { ...LETTER.file, path: 'files/2026-01/Grüße [doc_1 v1].txt', version: 1 };
    const lost = [earlier.path, LETTER.file.path].map((path) => ({
      path,
      documentRef: 'doc_1',
      reason: 'It is gone.',
    }));
    await aBundle({ files: {}, lost, lines: { document: aDocument({ earlierVersions: [earlier] }) } });
    expect(await read()).toEqual([
      ...RECORDS.slice(0, 2),
      { ...LETTER, earlierVersions: [] },
      { kind: 'unmapped', what: 'earlier version', name: 'Grüße.txt, version 1', reason: 'It is gone.' },
    ]);
    const source = await BundleSource.open(folder, signal);
    await expect(source.open(LETTER.file, signal)).rejects.toThrow('the archive had lost it: It is gone.');
  });
});
