import { describe } from '@jest/globals';
import type { OcrEngine, OcrText } from '@archivolt/plugin-kit';
import { ocrCases, type OcrEngineUnderTest, type OcrSample } from '@archivolt/plugin-kit/testing';
import createEngine from '../../plugins/_template/ocr/src/engine.js';
import { itCatches } from './broken.js';

type Recognize = OcrEngine['recognize'];

const aPage = (): OcrSample => ({
  image: { gray: new Uint8Array(100).fill(0, 0, 50), width: 10, height: 10 },
  languages: ['eng'],
  expectWords: ['ink'],
});

async function underTest(replace: (recognize: Recognize) => Recognize = (same) => same): Promise<OcrEngineUnderTest> {
  const engine = await createEngine({ config: {}, tempDir: '' });
  return { samples: [aPage()], engine: { ...engine, recognize: replace(engine.recognize.bind(engine)) } };
}

const answering = (change: (text: OcrText) => Partial<OcrText>) => () =>
  underTest((recognize) => async (image, context) => {
    const text = await recognize(image, context);
    return { ...text, ...change(text) };
  });

describe('the contract of OCR plugins', () => {
  itCatches(ocrCases, () => underTest(), [
    ['reads its samples and reports confidence and languages', 'reads other words', answering(() => ({ text: 'oil' }))],
    [
      'gives boxes for the words of the text in the same order, if it gives any',
      'gives a box for a word that is not in the text',
      answering(() => ({ words: [{ text: 'oil', box: [0, 0, 1, 1], confidence: 90 }] })),
    ],
    ['reads no text on a blank page', 'sees words in the white', answering(({ text }) => ({ text: text || 'snow' }))],
    [
      'accepts images of any size and shape',
      'fails on a tiny image',
      () =>
        underTest((recognize) => (image, context) => {
          if (image.width < 10) throw new RangeError('too small');
          return recognize(image, context);
        }),
    ],
    [
      'the engine does not modify the image it is given',
      'writes into the given image',
      () =>
        underTest((recognize) => async (image, context) => {
          const text = await recognize(image, context);
          image.gray.fill(255);
          return text;
        }),
    ],
    [
      'warns about a missing language instead of failing',
      'does not warn about a language',
      answering(() => ({ warnings: [] })),
    ],
    [
      'the engine does not start when the signal is already aborted',
      'ignores the signal',
      () =>
        underTest(
          (recognize) => (image, context) => recognize(image, { ...context, signal: new AbortController().signal }),
        ),
    ],
    [
      'stops on abort and reads the next page normally',
      'is broken by a page that was cancelled',
      () => {
        let isBroken = false;
        return underTest((recognize) => async (image, context) => {
          context.signal.addEventListener('abort', () => (isBroken = true));
          const text = await recognize(image, context);
          await new Promise(setImmediate); // gives the abort event time to arrive
          return isBroken ? { ...text, text: '' } : text;
        });
      },
    ],
    [
      'returns the right text for each of several concurrent pages',
      'mixes up pages',
      () => {
        let busy = 0;
        return underTest((recognize) => async (image, context) => {
          busy += 1;
          const text = await recognize(image, context);
          const isAlone = busy === 1;
          busy -= 1;
          return isAlone ? text : { ...text, text: 'of another page' };
        });
      },
    ],
  ]);
});
