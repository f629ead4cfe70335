import { afterEach, describe, expect, it } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { inTurn } from '../../../test/support/in-turn.js';
import { PageAttempts, type AttemptOptions } from './page-attempts.js';
import { normalise, toneOf, type PlacedPicture } from './picture.js';
import { lookAt, Recognizer, type Look, type Stop } from './recognizer.js';

const LETTER = fileURLToPath(new URL('../test/fixtures/letter.png', import.meta.url));
const never = { signal: new AbortController().signal };

async function letter(degrees = 0): Promise<PlacedPicture> {
  const turned = sharp(LETTER).rotate(degrees).grayscale().extractChannel(0).raw();
  const { data, info } = await turned.toBuffer({ resolveWithObject: true });
  const image = { gray: data, width: info.width, height: info.height };
  return normalise(image, toneOf(image.gray));
}

// The gate reads the plain page and, of the others, half.
const other = inTurn(2);

describe('PageAttempts', () => {
  const recognizers: Recognizer[] = [];
  afterEach(async () => {
    for (const recognizer of recognizers.splice(0)) await recognizer.close();
  });

  /** With the list of the languages of each attempt. */
  function optionsFor(stop: Stop, chosen: Partial<AttemptOptions>): { options: AttemptOptions; asked: string[] } {
    const asked: string[] = [];
    const options = {
      ...{ languages: ['eng'], installed: ['deu', 'eng'], stop },
      look: (picture) => lookAt(picture, stop),
      async recognizerFor(languages) {
        asked.push(languages.join('+'));
        const recognizer = await Recognizer.forLanguages(languages.join('+'), stop);
        recognizers.push(recognizer);
        return recognizer;
      },
      ...chosen,
    } satisfies AttemptOptions;
    return { options, asked };
  }

  const seen = (look: Partial<Look>) => () =>
    Promise.resolve({ degrees: 0, degreesConfidence: 10, script: 'Latin', scriptConfidence: 10, ...look });

  it('reads a plain page once', async () => {
    const { options, asked } = optionsFor(never, {});
    const best = await new PageAttempts([await letter()], options).read();
    expect(best?.text).toContain('orchard');
    expect(asked).toEqual(['eng']);
  });

  other('reads a second picture of the same page once more, turned as the first one', async () => {
    const one = optionsFor(never, {});
    const both = optionsFor(never, {});
    const page = await letter(180);
    const alone = await new PageAttempts([page], one.options).read();
    const together = await new PageAttempts([page, page], both.options).read();
    expect(alone?.text).toContain('orchard');
    expect(together?.text).toBe(alone?.text);
    expect(both.asked).toEqual([...one.asked, 'eng']);
  });

  other('keeps the better reading of two pictures of the same page, wherever it is', async () => {
    const [page, blank] = [await letter(), await letter()];
    blank.gray = new Uint8Array(blank.gray.length).fill(255);
    for (const pictures of [
      [page, blank],
      [blank, page],
    ])
      expect((await new PageAttempts(pictures, optionsFor(never, {}).options).read())?.text).toContain('orchard');
  });

  describe('when the time is over in a second attempt', () => {
    async function readUntil(stop: { signal: AbortSignal; deadline?: number }, end: () => void) {
      const { options } = optionsFor(stop, { languages: ['deu'] });
      const { recognizerFor } = options;
      let attempts = 0;
      options.recognizerFor = (languages) => {
        attempts++;
        if (attempts === 2) end();
        return recognizerFor(languages);
      };
      const page = new PageAttempts([await letter()], options);
      return { best: await page.read(), warnings: page.warnings, attempts };
    }

    other('the first reading is kept when there was no time for a second, and says so', async () => {
      const stop: Stop = { ...never };
      const { best, warnings, attempts } = await readUntil(stop, () => (stop.deadline = Date.now()));
      expect(best?.languages).toEqual(['deu']);
      expect(best?.text).toContain('cellar');
      expect(warnings).toEqual([expect.stringContaining('no time')]);
      expect(attempts).toBe(2);
    });

    other('gives up when its signal is aborted', async () => {
      const abort = new AbortController();
      const end = () => abort.abort(new Error('deleted'));
      await expect(readUntil({ signal: abort.signal }, end)).rejects.toThrow('deleted');
    });
  });

  it('throws when the time is over in the first attempt', async () => {
    const { options } = optionsFor({ ...never, deadline: Date.now() }, {});
    await expect(new PageAttempts([await letter()], options).read()).rejects.toThrow('time for this page');
  });

  other('reads a turned page in the languages asked for after it was taken for another script', async () => {
    const look = seen({ degrees: 180, script: 'Greek' });
    // Without data for Greek each reading in it fails.
    const { options, asked } = optionsFor(never, { look, installed: ['ell', 'eng'] });
    const best = await new PageAttempts([await letter(180)], options).read();
    expect(asked).toContain('ell+eng');
    expect(best?.languages).toEqual(['eng']);
    expect(best?.text).toContain('orchard');
  });

  other('a page whose lines seem to stand upright is read once as it is', async () => {
    const { options, asked } = optionsFor(never, { look: seen({ degrees: 0 }) });
    const { gray, ...page } = await letter(90);
    // Bars are no text: every reading is weak.
    const bars = gray.map((_, at) => ((at % page.width) % 40 < 12 ? 0 : 255));
    await new PageAttempts([{ ...page, gray: bars }], options).read();
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  it.each([
    [{ scriptConfidence: 0.95, degreesConfidence: 8 }, 1],
    [{ scriptConfidence: 0.5, degreesConfidence: 8 }, 0],
    [{ scriptConfidence: 3, degreesConfidence: 4 }, 0],
  ])('a script seen with %o gives warnings: %i', async (confidence, count) => {
    const { options } = optionsFor(never, { look: seen({ script: 'Greek', ...confidence }) });
    const page = new PageAttempts([await noise()], options);
    await page.read();
    expect(page.warnings).toHaveLength(count);
  });
});

/** Letters cut into pieces. */
async function noise(): Promise<PlacedPicture> {
  const { gray, ...page } = await letter();
  return { ...page, gray: gray.map((value, at) => (Math.floor(at / page.width) % 12 < 6 ? 255 : value)) };
}
