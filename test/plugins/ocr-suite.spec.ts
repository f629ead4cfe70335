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
    [
      'reads its samples and says how sure it is and in which languages',
      'reads other words',
      answering(() => ({ text: 'oil' })),
    ],
    ['finds nothing on a blank page', 'sees words in the white', answering(({ text }) => ({ text: text || 'snow' }))],
    [
      'survives pictures of any size and shape',
      'fails on a speck',
      () =>
        underTest((recognize) => (image, context) => {
          if (image.width < 10) throw new RangeError('too small');
          return recognize(image, context);
        }),
    ],
    [
      'leaves the picture it is given as it is',
      'works on the picture itself',
      () =>
        underTest((recognize) => async (image, context) => {
          const text = await recognize(image, context);
          image.gray.fill(255);
          return text;
        }),
    ],
    [
      'tells that a language is missing instead of failing',
      'keeps silent about a language',
      answering(() => ({ warnings: [] })),
    ],
    [
      'does not begin when the signal is aborted already',
      'does not look at the signal',
      () =>
        underTest(
          (recognize) => (image, context) => recognize(image, { ...context, signal: new AbortController().signal }),
        ),
    ],
    [
      'stops when the signal is aborted, and reads the next page normally',
      'is broken by a page that was cancelled',
      () => {
        let isBroken = false;
        return underTest((recognize) => async (image, context) => {
          context.signal.addEventListener('abort', () => (isBroken = true));
          const text = await recognize(image, context);
          await new Promise(setImmediate); // until the abort event was delivered
          return isBroken ? { ...text, text: '' } : text;
        });
      },
    ],
    [
      'answers each of several pages asked for at once',
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
