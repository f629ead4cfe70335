import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ExtractionResult } from '@archivolt/plugin-kit';
import extractor from './extractor.js';
import readShortText from './short-text.js';

const limits = { maxOcrPages: 1, maxChars: 1000, maxPixels: 1, maxInflatedBytes: 1, maxEntries: 1 };
const latin = Buffer.from('Das Café öffnet für Gäste früh', 'latin1');

describe('short texts', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'short-text-spec-'))));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function extracted(bytes: Buffer, type: string): Promise<ExtractionResult> {
    const path = join(folder, 'file');
    await writeFile(path, bytes);
    return extractor.extract(
      { path, size: bytes.length, type, fileName: 'file' },
      {
        ...{ config: undefined, languages: [], limits, tempDir: folder },
        ...{ signal: new AbortController().signal, deadline: Date.now() + 30_000 },
        ocr: () => Promise.reject(new Error('not asked for')),
        progress: () => undefined,
      },
    );
  }

  it.each([
    ['words', Buffer.from('Grüße, 日本語, emoji 🎉\r\nnext line\n'), 'text/plain'],
    ['a mark of UTF-8', Buffer.from('\ufeffmarked'), 'text/plain'],
    ['rows', Buffer.from('name;value\n"a";1\n'), 'text/csv'],
    ['JSON', Buffer.from('{"name":"value"}'), 'application/json'],
    ['invalid JSON', Buffer.from('{"name'), 'application/json'],
    ['nothing but blanks', Buffer.from(' \n\t \n'), 'text/plain'],
    ['control characters', Buffer.from('\x01\x02\x03\x04\x05\x06word'), 'text/plain'],
    ['a few control characters', Buffer.from(`\x01${'many words '.repeat(20)}`), 'text/plain'],
    ['more characters than are kept', Buffer.from(`${'ä'.repeat(999)}🎉${'b'.repeat(50)}`), 'text/plain'],
    ['a combining mark at the start', Buffer.from('\u0301word'), 'text/markdown'],
    ['the name of a common encoding', Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?>ä'), 'text/plain'],
  ])('a short text with %s is read as by the extractor', async (_, bytes, type) => {
    const result = readShortText(bytes, limits);
    expect(result).toBeDefined();
    expect(result).toEqual(await extracted(bytes, type));
  });

  it.each([
    ['a legacy encoding', latin],
    ['UTF-16 with a mark', Buffer.from('\ufeffwide', 'utf16le')],
    ['UTF-16 without a mark', Buffer.from('unmarked wide text', 'utf16le')],
    ['a NUL', Buffer.from(`before\0after${' words'.repeat(20)}`)],
    ['a character that is cut at the end', Buffer.from('word ä').subarray(0, 6)],
    ['the name of a seven-bit encoding', Buffer.from('<meta charset="iso-2022-jp">\x1b$B$3$l\x1b(B')],
  ])('a short text with %s is left to the extractor', (_, bytes) => {
    expect(readShortText(bytes, limits)).toBeUndefined();
  });
});
