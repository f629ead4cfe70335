import { renameSync, writeFileSync } from 'node:fs';
import { appendFile, mkdir, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { isFullSet } from '../../../test/support/sample.js';
import { ARCHIVE, FolderBench, OTHER } from './folder-bench.js';

const contents = (bench: FolderBench) => bench.documents.map(({ content }) => content);

describe('a file that is put into the folder', () => {
  it('a file is taken when nothing was added to it for the whole threshold, and not a moment before', async () => {
    await using bench = await FolderBench.open();
    const path = await bench.put('scan.txt', 'one');
    bench.start();
    for (const part of [' two', ' three', ' four', ' five']) {
      await bench.looks();
      bench.pass(1_999);
      await bench.looks();
      await appendFile(path, part);
    }
    await bench.looks();
    expect(contents(bench)).toEqual([]);
    bench.pass(2_000);
    await bench.until('the document', () => bench.documents.length > 0);
    expect(contents(bench)).toEqual(['one two three four five']);
    await bench.until('the removal', async () => (await bench.names()).length === 0);
  });

  it('a file that is renamed while it waits is taken once, under its last name', async () => {
    await using bench = await FolderBench.open();
    const path = await bench.put('scan.txt', 'the content');
    bench.start();
    await bench.looks();
    await rename(path, bench.at('invoice.txt'));
    await bench.agesUntil('the document', async () => (await bench.names()).length === 0);
    expect(bench.documents).toMatchObject([{ fileName: 'invoice.txt', content: 'the content' }]);
  });

  it('a file that is replaced while it waits is taken with its last content', async () => {
    await using bench = await FolderBench.open();
    const path = await bench.put('scan.txt', 'old');
    const { mtime } = await stat(path);
    bench.start();
    await bench.looks();
    bench.pass(1_999);
    await writeFile(bench.at('.new'), 'new');
    await utimes(bench.at('.new'), mtime, mtime);
    await rename(bench.at('.new'), path);
    await bench.agesUntil('the document', async () => (await bench.names()).length === 0);
    expect(contents(bench)).toEqual(['new']);
  });

  it('a file that is written to, or replaced, while it is read is not taken in part', async () => {
    await using bench = await FolderBench.open();
    await bench.put('grown.txt', 'begin');
    await bench.put('replaced.txt', 'old');
    const changed = new Set<string>();
    bench.beforeReading = async ({ fileName }) => {
      if (changed.has(fileName)) return;
      changed.add(fileName);
      if (fileName === 'grown.txt') return appendFile(bench.at(fileName), ' and end');
      await writeFile(bench.at('.new'), 'new');
      await rename(bench.at('.new'), bench.at(fileName));
    };
    bench.start();
    await bench.agesUntil('the documents', async () => (await bench.names()).length === 0);
    expect(contents(bench).sort()).toEqual(['begin and end', 'new']);
    expect(changed.size).toBe(2);
  });

  it('a file that is deleted while it is read does not become a document', async () => {
    await using bench = await FolderBench.open();
    await bench.put('deleted.txt', 'a mistake');
    bench.beforeReading = ({ fileName }) =>
      fileName === 'deleted.txt' ? unlink(bench.at(fileName)) : Promise.resolve();
    bench.start();
    await bench.agesUntil('its end', async () => (await bench.names()).length === 0);
    await bench.put('next.txt', 'the next');
    await bench.agesUntil('the next one', () => bench.documents.length > 0);
    expect(contents(bench)).toEqual(['the next']);
  });

  it('a file is not removed when another file has its name by the time its result is known', async () => {
    await using bench = await FolderBench.open();
    const path = await bench.put('scan.txt', 'first');
    bench.afterTaking = () => {
      if (bench.documents.length > 1) return;
      writeFileSync(bench.at('.new'), 'second');
      renameSync(bench.at('.new'), path);
    };
    bench.start();
    await bench.agesUntil('the second document', () => bench.documents.length === 2);
    expect(contents(bench)).toEqual(['first', 'second']);
  });

  it('a file is taken whatever the clock of its machine says, and an empty one after a longer time', async () => {
    await using bench = await FolderBench.open();
    const path = await bench.put('future.txt', 'from tomorrow');
    const tomorrow = Date.now() / 1000 + 86_400;
    await utimes(path, tomorrow, tomorrow);
    await bench.put('empty.txt', '');
    bench.start();
    await bench.looks();
    bench.pass(2_000);
    await bench.until('the file of tomorrow', () => bench.documents.length > 0);
    await bench.looks();
    expect(await bench.names()).toEqual(['empty.txt']);
    bench.pass(18_000);
    await bench.until('the empty file', () => bench.documents.length > 1);
  });

  it('a file with a name that was taken before is taken again', async () => {
    await using bench = await FolderBench.open();
    bench.start();
    for (const content of ['one', 'two', 'two']) {
      const path = await bench.put('scan.txt', content);
      await utimes(path, 1_000, 1_000);
      await bench.agesUntil(content, async () => (await bench.names()).length === 0);
    }
    expect(contents(bench)).toEqual(['one', 'two', 'two']);
  });

  it('a file belongs to the organization of its folder, with the folders in between as tags on request', async () => {
    await using bench = await FolderBench.open({ tagsFromFolders: true });
    await bench.put('Invoices/2026/Invoices/a.txt', 'a');
    await bench.put(`${Array.from({ length: 12 }, (_, level) => `f${level}`).join('/')}/b.txt`, 'b', OTHER);
    bench.start();
    await bench.agesUntil('both documents', () => bench.documents.length === 2);
    const tags = ['f0', 'f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7', 'f8', 'f9'];
    expect(bench.documents.sort((one, other) => one.content.localeCompare(other.content))).toEqual([
      { organizationId: ARCHIVE, fileName: 'a.txt', content: 'a', tags: ['Invoices', '2026'] },
      { organizationId: OTHER, fileName: 'b.txt', content: 'b', tags },
    ]);
  });

  it('a file with an ignored name or in the error folder is skipped, but not in a folder with a similar name', async () => {
    await using bench = await FolderBench.open();
    const ignored = [
      '.DS_Store',
      'scan.pdf.part',
      '~$letter.docx',
      'x.crdownload',
      '.git/config',
      'a/node_modules/m.js',
    ];
    for (const place of [...ignored, 'ingestion-error/old.txt']) await bench.put(place, place);
    await bench.put('ingestion-error-old/scan.txt', 'to be taken');
    bench.start();
    await bench.agesUntil('the document', () => bench.documents.length > 0);
    await bench.put('last.txt', 'the last');
    await bench.agesUntil('another document', () => bench.documents.length > 1);
    expect(contents(bench)).toEqual(['to be taken', 'the last']);
  });
});

// The gate takes two thousand, the full set five times as many.
describe('many files', () => {
  it('many files are taken once each, within the limit of concurrency, even when the process is stopped in between', async () => {
    await using bench = await FolderBench.open({ stabilityThresholdMs: 1, concurrency: 4 });
    const total = isFullSet ? 10_000 : 2_000;
    await mkdir(bench.at(''), { recursive: true });
    for (let start = 0; start < total; start += 100)
      await Promise.all(
        Array.from({ length: 100 }, (_, index) => writeFile(bench.at(`${start + index}.txt`), `file ${start + index}`)),
      );
    bench.start();
    await bench.agesUntil('a third', () => bench.documents.length > total / 3);
    await bench.stop();
    bench.start();
    await bench.agesUntil('all', async () => bench.documents.length >= total && (await bench.names()).length === 0);
    expect(bench.documents).toHaveLength(total);
    expect(new Set(contents(bench)).size).toBe(total);
    expect(bench.mostAtOnce).toBeLessThanOrEqual(4);
    expect(bench.warnings).toEqual([]);
  });
});
