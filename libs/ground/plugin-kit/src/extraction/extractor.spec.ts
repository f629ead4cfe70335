import { describe, expect, it } from '@jest/globals';
import { defineExtractor, type ExtractionContext, type ExtractionInput, type Extractor } from './extractor.js';
import type { DrawingContext, PageToDraw } from './page-drawing.js';
import { RefusedFile } from './refused-file.js';

const [INPUT, CONTEXT, PAGE] = [{} as ExtractionInput, {} as ExtractionContext & DrawingContext, {} as PageToDraw];

class Throwing implements Extractor {
  constructor(private readonly error: Error) {}

  async extract(): Promise<never> {
    throw this.error;
  }

  async drawPage(): Promise<never> {
    throw this.error;
  }
}

describe('defineExtractor', () => {
  it('makes a result of a file that is refused', async () => {
    const extractor = defineExtractor(new Throwing(new RefusedFile('encrypted', 'It has a password.')));
    const refusal = { outcome: 'encrypted', reason: 'It has a password.' };
    expect(await extractor.extract(INPUT, CONTEXT)).toEqual({ ...refusal, pages: [] });
    expect(await extractor.drawPage?.(INPUT, PAGE, CONTEXT)).toEqual(refusal);
    expect(extractor.openMail).toBeUndefined();
  });

  it('draws no page of a file without content', async () => {
    const extractor = defineExtractor(new Throwing(new RefusedFile('empty', 'The file has no bytes.')));
    expect(await extractor.extract(INPUT, CONTEXT)).toMatchObject({ outcome: 'empty' });
    expect(await extractor.drawPage?.(INPUT, PAGE, CONTEXT)).toMatchObject({ outcome: 'corrupt' });
  });

  it('passes every other error on', async () => {
    const extractor = defineExtractor(new Throwing(new TypeError('a bug')));
    await expect(extractor.extract(INPUT, CONTEXT)).rejects.toThrow('a bug');
    await expect(extractor.drawPage?.(INPUT, PAGE, CONTEXT)).rejects.toThrow('a bug');
  });
});
