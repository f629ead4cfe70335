import { describe } from '@jest/globals';
import { definePlugin, type FileType } from '@archivolt/plugin-kit';
import { extractorCases, type ExtractorContract } from '@archivolt/plugin-kit/testing';
import { readZip } from '../support/read-zip.js';
import { zip } from '../support/zip.js';
import { itCatches } from './broken.js';
import { boundedChapters, current } from './unpacking-extractor.js';

const TYPE = 'application/x-book';
const BOOK: FileType = { type: TYPE, extensions: ['book'], magic: [{ bytes: 'PK\x03\x04' }] };
const CHAPTERS = ['the first chapter', 'the second'].map((content, index) => ({ name: `${index}.txt`, content }));
const FILE = zip(CHAPTERS);

function contractOf(chaptersOf: typeof current.chaptersOf): ExtractorContract {
  current.chaptersOf = chaptersOf;
  const extractor = new URL('./unpacking-extractor.js', import.meta.url);
  return {
    manifest: definePlugin({
      id: 'extraction-book',
      contract: 2,
      types: [BOOK],
      provides: { extraction: { form: 'sandboxed', accepts: [TYPE], extractor } },
    }),
    samples: [{ file: FILE, type: TYPE, fileName: 'a book', expectWords: ['chapter', 'second'] }],
  };
}

const sound = (): ExtractorContract => contractOf(boundedChapters);
const unpacking = `the extractor unpacks a book as ${TYPE} within its limits, if it is a zip file`;

describe('the contract of plugins that unpack', () => {
  const cases = extractorCases(sound()).filter(({ skipBy }) => skipBy === 'unbounded unpacking');
  itCatches(cases, sound, [
    [
      unpacking,
      'unpacks each chapter without a limit',
      () => contractOf((file) => readZip(file).map(({ content }) => content)),
    ],
    [
      unpacking,
      'leaves out what is too large and does not say so',
      () => contractOf((file) => readZip(file).map(({ content }) => content.subarray(0, 1_000))),
    ],
  ]);
});
