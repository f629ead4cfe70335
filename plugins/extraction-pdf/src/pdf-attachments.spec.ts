import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { aPdfWithFiles, textLines } from '../test/a-pdf.js';
import { pdfAttachments } from './pdf-attachments.js';
import { PdfDocument } from './pdf-document.js';
import { pdfSource } from './pdf-source.js';

describe('files that are embedded in a PDF', () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'pdf-attachments-spec-'))));
  afterEach(async () => {
    jest.restoreAllMocks();
    await rm(folder, { recursive: true, force: true });
  });

  /** Names and contents, or why there is none, of a PDF with so many files. */
  async function filesOf(count: number): Promise<[string, string][]> {
    const embedded: Record<string, Buffer> = {};
    for (let index = 0; index < count; index += 1) embedded[`${10_000 + index}.txt`] = Buffer.from(`in ${index}`);
    const bytes = aPdfWithFiles(embedded, { drawing: textLines(['words']) });
    const path = join(folder, 'file.pdf');
    await writeFile(path, bytes);
    const files: [string, string][] = [];
    for await (const { name, read } of pdfAttachments(() => pdfSource(path, bytes.length))) {
      const content = await read(1_000);
      files.push([name, content instanceof Uint8Array ? Buffer.from(content).toString() : content.outcome]);
    }
    return files;
  }

  it('embedded files are looked up once, and those beyond the first thousand are only counted', async () => {
    const counts = jest.spyOn(PdfDocument.prototype, 'attachmentCount', 'get');
    const lookUps = jest.spyOn(PdfDocument.prototype, 'withAttachment');
    const files = await filesOf(1_100);
    expect(files).toHaveLength(1_100);
    expect(files.slice(999, 1_001)).toEqual([
      ['10999.txt', 'in 999'],
      ['', 'too-large'],
    ]);
    expect([counts.mock.calls.length, lookUps.mock.calls.length]).toEqual([1, 1_000]);
  });

  it('embedded files are read after a fault of the module in front of them', async () => {
    jest.spyOn(PdfDocument.prototype, 'withAttachment').mockImplementationOnce(() => {
      throw new RangeError('out of bounds');
    });
    expect(await filesOf(2)).toEqual([
      ['', 'corrupt'],
      ['10001.txt', 'in 1'],
    ]);
  });
});
