import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from '@jest/globals';
import { describeOcrEngine } from '@archivolt/plugin-kit/testing';
import sharp from 'sharp';
import createEngine from '../src/engine.js';
import plugin from '../src/plugin.js';

const letter = await sharp(fileURLToPath(new URL('./fixtures/letter.png', import.meta.url)))
  .grayscale()
  .extractChannel(0)
  .raw()
  .toBuffer({ resolveWithObject: true });
const tempDir = mkdtempSync(join(tmpdir(), 'ocr-tesseract-'));
afterAll(() => rmSync(tempDir, { recursive: true, force: true }));

describeOcrEngine('ocr-tesseract', {
  manifest: plugin,
  create: () => createEngine({ config: {}, tempDir }),
  samples: [
    {
      image: { gray: letter.data, width: letter.info.width, height: letter.info.height },
      languages: ['eng'],
      expectWords: ['neighbour', 'harvest', 'orchard', 'Oakham'],
    },
  ],
});
