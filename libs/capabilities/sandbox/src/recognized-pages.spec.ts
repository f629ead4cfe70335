import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PrivateFiles } from './private-files.js';
import { KnownPages } from './known-pages.js';
import { RecognizedPages } from './recognized-pages.js';

describe('pages recognized before a document gave up its place', () => {
  let home: string;
  let files: PrivateFiles;
  let pages: RecognizedPages;
  let path: string;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'recognized-pages-'));
    files = new PrivateFiles(home);
    pages = new RecognizedPages(files);
    path = join(await files.makeFolder('child'), 'pages');
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  const given = async (document: string): Promise<string> => {
    const path = pages.of(document);
    return path === undefined ? 'nothing' : readFile(path, 'utf8');
  };
  const image = (gray: number) => ({ gray: Uint8Array.of(gray), width: 1, height: 1 });
  const page = (text: string) => ({ text, confidence: 90, languages: ['eng'] });

  it('recognized pages are given only to the next turn of the same document', async () => {
    await writeFile(path, 'one\n');
    expect(await pages.keep(path, 'document')).toBe(true);
    expect([await given('document'), await given('other')]).toEqual(['one\n', 'nothing']);
    await pages.forget('document');
    expect(await given('document')).toBe('nothing');
  });

  it('recognized pages are kept when there are more than before, which shows whether the turn made progress', async () => {
    await writeFile(path, 'one\n');
    expect(await pages.keep(path, 'document')).toBe(true);
    await writeFile(path, 'one\n');
    expect(await pages.keep(path, 'document')).toBe(false);
    await writeFile(path, 'one\ntwo\n');
    expect(await pages.keep(path, 'document')).toBe(true);
    expect(await given('document')).toBe('one\ntwo\n');
    expect(await pages.keep(join(home, 'missing'), 'document')).toBe(false);
  });

  it('recognized pages are not read from a link that a child left in place of the file', async () => {
    await writeFile(join(home, 'secret'), 'secret');
    await symlink(join(home, 'secret'), path);
    expect(await pages.keep(path, 'document')).toBe(false);
    expect(await given('document')).toBe('nothing');
  });

  it('recognized pages are found by their picture, without an unfinished line', async () => {
    const first = new KnownPages(path);
    await first.get(image(1), () => Promise.resolve(page('first')));
    await first.get(image(2), () => Promise.resolve(page('second')));
    const content = await readFile(path, 'utf8');
    await writeFile(path, content.slice(0, -5));
    const again = new KnownPages(path);
    const never = () => Promise.reject(new Error('recognized twice'));
    expect(await again.get(image(1), never)).toEqual(page('first'));
    await expect(again.get(image(2), never)).rejects.toThrow('recognized twice');
    await again.get(image(3), () => Promise.resolve(page('third')));
    const afterwards = new KnownPages(path);
    expect(await afterwards.get(image(1), never)).toEqual(page('first'));
    expect(await afterwards.get(image(3), never)).toEqual(page('third'));
  });
});
