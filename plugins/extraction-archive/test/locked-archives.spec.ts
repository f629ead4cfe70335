import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import extractor from '../src/extractor.js';

/** Packed with `Schlüssel` by other programs: Info-ZIP and zip.js. */
const fixture = (name: string): Promise<Buffer> => readFile(new URL(`fixtures/${name}.zip`, import.meta.url));
const [PKZIP, AES_128, AES_256] = [await fixture('pkzip'), await fixture('aes-128'), await fixture('aes-256')];
const PASSWORD = 'Schlüssel';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'locked-archive-spec-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The first line of each member, or why there is none. */
async function linesOf(bytes: Buffer, passwords?: readonly string[]): Promise<Record<string, string | undefined>> {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  const { attachments = [] } = await extractor.extract(
    { path, size: bytes.length, type: 'application/zip', fileName: 'file.zip', ...(passwords && { passwords }) },
    {
      ...{
        config: undefined,
        signal: new AbortController().signal,
        deadline: Infinity,
        languages: [],
        tempDir: folder,
      },
      limits: { maxOcrPages: 1, maxChars: 1_000, maxPixels: 1, maxInflatedBytes: 1e6, maxEntries: 100 },
      ...{ ocr: () => Promise.reject(new Error('not asked for')), progress: () => undefined },
    },
  );
  const lines: Record<string, string | undefined> = {};
  for await (const { name, read } of attachments) {
    const content = await read(1e6);
    lines[name] = content instanceof Uint8Array ? Buffer.from(content).toString().split('\n')[0] : content.outcome;
  }
  return lines;
}

const STATEMENT = 'The statement of account for May is in this archive.';

describe('a ZIP archive with a password', () => {
  it.each([
    ['AES with 128 bits', AES_128],
    ['AES with 256 bits', AES_256],
  ])('the members of an archive that is encrypted by %s are opened by their password only', async (_, archive) => {
    expect(await linesOf(archive, ['no', PASSWORD])).toEqual({
      'statement.txt': STATEMENT,
      'stored.txt': `stored ${STATEMENT}`,
    });
    const locked = { 'statement.txt': 'encrypted', 'stored.txt': 'encrypted' };
    expect(await linesOf(archive, ['no', 'schlüssel'])).toEqual(locked);
    expect(await linesOf(archive)).toEqual(locked);
  });

  it('the members of an archive in the encryption of PKZIP are opened next to those that are not locked', async () => {
    const open = { 'open.txt': 'not locked' };
    expect(await linesOf(PKZIP, ['no', PASSWORD])).toEqual({ 'statement.txt': STATEMENT, ...open });
    expect(await linesOf(PKZIP, ['no'])).toEqual({ 'statement.txt': 'encrypted', ...open });
  });

  it('none of 500 wrong passwords opens an archive in the encryption of PKZIP, whose check has only one byte', async () => {
    const wrong = Array.from({ length: 500 }, (_, index) => `wrong ${index}`);
    expect(await linesOf(PKZIP, wrong)).toMatchObject({ 'statement.txt': 'encrypted' });
  });

  it.each([
    ['AES', AES_256],
    ['PKZIP', PKZIP],
  ])('a member in the encryption of %s that was changed is not opened', async (_, archive) => {
    const changed = Buffer.from(archive);
    const start = 30 + changed.readUInt16LE(26) + changed.readUInt16LE(28) + 24;
    changed[start] = (changed[start] ?? 0) ^ 1;
    expect(await linesOf(changed, [PASSWORD])).toMatchObject({ 'statement.txt': 'encrypted' });
  });
});
