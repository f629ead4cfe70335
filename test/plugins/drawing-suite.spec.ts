import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe } from '@jest/globals';
import { definePlugin, type DrawnPage, type Extractor, type FileType } from '@archivolt/plugin-kit';
import { extractorCases, type ExtractorContract } from '@archivolt/plugin-kit/testing';
import { itCatches } from './broken.js';
import { current } from './drawing-extractor.js';

type Draw = NonNullable<Extractor['drawPage']>;

const TYPE = 'application/x-chart';
const CHART: FileType = { type: TYPE, extensions: ['chart'], magic: [{ bytes: 'CHART ' }] };
const CONTENT = 'CHART of two pages';

const drawn = (width: number, height: number, pagesCount = 2): DrawnPage => ({
  ...{ outcome: 'drawn', pagesCount, width, height, channels: 1 },
  pixels: new Uint8Array(width * height),
});

const sound: Draw = async ({ path }, { page, width, height }) => {
  if ((await readFile(path, 'latin1')) !== CONTENT) return { outcome: 'corrupt', reason: 'This is not a chart.' };
  return page > 2 ? { outcome: 'no-such-page', pagesCount: 2 } : drawn(width, height);
};

function contractOf(drawPage: Draw, draws: readonly string[] = [TYPE]): ExtractorContract {
  current.drawPage = drawPage;
  const extractor = new URL('./drawing-extractor.js', import.meta.url);
  return {
    manifest: definePlugin({
      id: 'extraction-chart',
      contract: 2,
      types: [CHART],
      provides: { extraction: { form: 'sandboxed', accepts: [TYPE], draws, extractor } },
    }),
    samples: [{ file: Buffer.from(CONTENT), type: TYPE, fileName: 'a chart', expectWords: ['words'] }],
  };
}

const changed = (change: (page: DrawnPage) => DrawnPage) => () =>
  contractOf(async (...given) => change(await sound(...given)));
const first = `draws the first page of a chart as ${TYPE}`;
const damaged = `returns an outcome for damaged copies of a chart as ${TYPE} when it draws them`;

describe('the contract of plugins that draw pages', () => {
  const cases = extractorCases(contractOf(sound)).filter(({ name }) => name.includes('draw') || name.includes('page'));
  itCatches(cases, () => contractOf(sound), [
    [first, 'draws larger than asked', () => contractOf(async () => drawn(241, 100))],
    [first, 'does not regard the height', () => contractOf(async (_, { width }) => drawn(width, 100))],
    [first, 'gives fewer pixels than it says', changed((page) => ({ ...page, pixels: new Uint8Array(3) }))],
    [first, 'gives pixels with transparency', changed((page) => ({ ...page, channels: 4 }) as unknown as DrawnPage)],
    [first, 'returns an unknown outcome', changed((page) => ({ ...page, outcome: 'ok' }) as unknown as DrawnPage)],
    [first, 'does not know the number of pages', changed((page) => ({ ...page, pagesCount: 0 }))],
    [
      `says that a chart as ${TYPE} has no page behind its last one`,
      'draws its last page again',
      () => contractOf((input, page, context) => sound(input, { ...page, page: 1 }, context)),
    ],
    [
      damaged,
      'throws at the end of the file',
      () =>
        contractOf(async (...given) => {
          const page = await sound(...given);
          if (page.outcome === 'corrupt') throw new Error('unexpected end of file');
          return page;
        }),
    ],
    [
      `leaves nothing in its temporary folder after drawing a chart as ${TYPE}`,
      'leaves a file behind',
      () =>
        contractOf(async (input, page, context) => {
          await writeFile(join(context.tempDir, 'page.png'), '');
          return sound(input, page, context);
        }),
    ],
    [
      'draws only types that it accepts, and has a sample of one',
      'draws a type that it does not accept',
      () => contractOf(sound, [TYPE, 'image/png']),
    ],
  ]);
});
