import { describeOcrEngine } from '@archivolt/plugin-kit/testing';
import createEngine from '../src/engine.js';
import plugin from '../src/plugin.js';

const page = new Uint8Array(200 * 100).fill(255);
page.fill(0, 5000, 6000); // a black bar

describeOcrEngine('ocr-template', {
  manifest: plugin,
  create: () => createEngine({ config: {}, tempDir: '' }),
  samples: [{ image: { gray: page, width: 200, height: 100 }, languages: ['eng'], expectWords: ['ink'] }],
});
