import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ArchiveRecord } from '../../archive-records.js';
import { collected, ofKind, unmappedOf } from '../../../test/collected-records.js';
import { openFolderTree, type FolderOptions } from './folder-tree.js';

const { signal } = new AbortController();

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'archivolt-test-folder-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, content = path): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

async function records(foldersAs: FolderOptions['foldersAs'] = 'none'): Promise<ArchiveRecord[]> {
  return collected((await openFolderTree(folder, { foldersAs })).records(signal));
}

describe('a folder tree as a source of an archive', () => {
  it('files become documents with the time of their last change and the hash of their content', async () => {
    write('bill.pdf', 'bill');
    utimesSync(join(folder, 'bill.pdf'), 0, new Date('2024-05-06T07:08:09Z'));
    const source = await openFolderTree(folder, { foldersAs: 'none' });
    const [record] = ofKind(await collected(source.records(signal)), 'document');
    expect(record).toEqual({
      ...{ kind: 'document', name: 'bill.pdf', createdAt: '2024-05-06T07:08:09.000Z' },
      ref: expect.stringMatching(/^[0-9a-f]{32}-623210167553939c87ed8c5f2bfe0b3e0684e12c3a3dd2513613c4e67263b5a1$/),
      file: { path: 'bill.pdf', name: 'bill.pdf', size: 4, sha256: expect.any(String) },
    });
    const { file } = record ?? { file: { path: '', name: '' } };
    await expect(buffer(await source.open(file, signal))).resolves.toEqual(Buffer.from('bill'));
  });

  it('the same file has the same ref in another run, a changed one and one at another place have others', async () => {
    write('a.txt', 'one');
    write('b/a.txt', 'one');
    const refs = async () => ofKind(await records(), 'document').map(({ ref }) => ref);
    const first = await refs();
    await expect(refs()).resolves.toEqual(first);
    expect(new Set(first).size).toBe(2);
    write('a.txt', 'two');
    const [changed, same] = await refs();
    expect([changed === first[0], same === first[1]]).toEqual([false, true]);
    expect((await openFolderTree(`${folder}/b/..`, { foldersAs: 'none' })).id).toBe(
      (await openFolderTree(folder, { foldersAs: 'tags' })).id,
    );
  });

  it('the folders on the way to a file become nested tags, which come first, but not folders without files', async () => {
    write('2024/Bills/a.pdf');
    write('2024/b.pdf');
    write('c.pdf');
    mkdirSync(join(folder, 'empty/deep'), { recursive: true });
    const all = await records('tags');
    const tags = ofKind(all, 'tag');
    expect(tags.map(({ name, parentRef }) => [name, tags.find(({ ref }) => ref === parentRef)?.name])).toEqual([
      ['2024', undefined],
      ['Bills', '2024'],
    ]);
    const names = (refs: readonly string[] = []) => refs.map((one) => tags.find(({ ref }) => ref === one)?.name);
    expect(ofKind(all, 'document').map(({ name, tagRefs }) => [name, names(tagRefs)])).toEqual([
      ['c.pdf', []],
      ['b.pdf', ['2024']],
      ['a.pdf', ['2024', 'Bills']],
    ]);
    expect(all.slice(0, 2).map(({ kind }) => kind)).toEqual(['tag', 'tag']);
  });

  it('the folders become one text, when they are wanted as a property', async () => {
    write('2024/Bills/a.pdf');
    write('c.pdf');
    const all = await records('property');
    expect(ofKind(all, 'property')).toMatchObject([{ ref: 'folder', name: 'Folder', type: 'text' }]);
    expect(ofKind(all, 'document').map(({ properties }) => properties)).toEqual([
      undefined,
      [{ ref: 'folder', values: ['2024/Bills'] }],
    ]);
  });

  it('hidden and temporary files, links, pipes and empty files are reported and not imported', async () => {
    for (const path of ['.hidden', '.git/config', '~$letter.docx', 'a.tmp', 'b.part', 'c~', 'Thumbs.db', '__MACOSX/x'])
      write(path);
    write('empty.txt', '');
    write('kept.txt');
    symlinkSync('/etc/passwd', join(folder, 'link.txt'));
    symlinkSync('/etc', join(folder, 'linked'));
    const all = await records();
    expect(ofKind(all, 'document').map(({ name }) => name)).toEqual(['kept.txt']);
    const counted = Map.groupBy(ofKind(all, 'unmapped'), ({ what }) => what);
    expect(Object.fromEntries([...counted].map(([what, found]) => [what, found.map(({ name }) => name)]))).toEqual({
      'hidden file': ['.hidden'],
      'hidden folder': ['.git'],
      'temporary file': ['a.tmp', 'b.part', 'c~', '~$letter.docx'],
      'file of the system': ['Thumbs.db'],
      'folder of the system': ['__MACOSX'],
      'symbolic link': ['link.txt', 'linked'],
      file: ['empty.txt'],
    });
  });

  it('names in other encodings and with control characters are readable, and their files are found again', async () => {
    const path = Buffer.concat([Buffer.from(`${folder}/Rechnung f`), Buffer.from([0xfc]), Buffer.from('r Strom.txt')]);
    writeFileSync(path, 'latin');
    write('a\u202eb\nc.txt', 'controls');
    write('bytes:x.txt', 'prefix');
    const source = await openFolderTree(folder, { foldersAs: 'none' });
    const documents = ofKind(await collected(source.records(signal)), 'document');
    expect(documents.map(({ name }) => name)).toEqual(['Rechnung für Strom.txt', 'abc.txt', 'bytes:x.txt']);
    const contents = await Promise.all(documents.map(async ({ file }) => buffer(await source.open(file, signal))));
    expect(contents.map(String)).toEqual(['latin', 'controls', 'prefix']);
  });

  it('a tree that is 1,500 folders deep is read as far as its paths can be, and the rest is reported', async () => {
    let shell = '.';
    const deep = process.cwd();
    process.chdir(folder);
    for (let depth = 0; depth < 1_500; depth += 1) {
      mkdirSync('dddd');
      process.chdir('dddd');
      if (depth === 100) writeFileSync('found.txt', 'x');
      shell = 'dddd';
    }
    process.chdir(deep);
    expect(shell).toBe('dddd');
    const all = await records('tags');
    expect(ofKind(all, 'tag')).toHaveLength(101);
    expect(unmappedOf(all, 'folder')).toMatchObject([{ reason: expect.stringContaining('too long') }]);
  });

  it('files that vanish or become links while the folder is read are reported', async () => {
    write('a.txt');
    write('b.txt');
    write('c.txt');
    write('d.txt');
    const source = await openFolderTree(folder, { foldersAs: 'none' });
    const all: ArchiveRecord[] = [];
    for await (const record of source.records(signal)) {
      all.push(record);
      if (all.length > 1) continue;
      rmSync(join(folder, 'b.txt'));
      rmSync(join(folder, 'c.txt'));
      symlinkSync('/etc/passwd', join(folder, 'c.txt'));
    }
    expect(ofKind(all, 'document').map(({ name }) => name)).toEqual(['a.txt', 'd.txt']);
    expect(unmappedOf(all, 'file').map(({ name }) => name)).toEqual(['b.txt', 'c.txt']);
    await expect(source.open({ path: 'c.txt', name: 'x' }, signal)).rejects.toThrow('symbolic link');
    await expect(source.open({ path: '../x', name: 'x' }, signal)).rejects.toThrow('leads out');
    await expect(source.open({ path: 'bytes:Li4veA', name: 'x' }, signal)).rejects.toThrow('leads out');
  });

  it('a file that must not be read is reported', async () => {
    write('secret.txt');
    chmodSync(join(folder, 'secret.txt'), 0);
    const isRoot = process.getuid?.() === 0;
    expect(unmappedOf(await records(), 'file')).toHaveLength(isRoot ? 0 : 1);
  });

  it('a folder that does not exist is refused', async () => {
    await expect(openFolderTree(join(folder, 'none'), { foldersAs: 'none' })).rejects.toThrow('cannot be read');
  });
});
