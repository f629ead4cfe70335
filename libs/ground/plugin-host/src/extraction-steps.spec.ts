import { describe, expect, it } from '@jest/globals';
import { definePlugin } from '@archivolt/plugin-kit';
import { isInUse, mistakesInChoices } from './choose-plugins.js';
import { isShared } from '@archivolt/plugin-kit/manifest';
import { extractionSteps } from './extraction-steps.js';

const plugin = (id: string, waitsToBeNamed?: boolean) => ({
  id,
  kinds: ['extraction' as const],
  manifest: definePlugin({
    id,
    contract: 2,
    provides: {
      extraction: {
        form: 'remote',
        accepts: ['*/*'],
        ...(waitsToBeNamed !== undefined && { waitsToBeNamed }),
        create: () => ({ extract: () => Promise.resolve({ outcome: 'empty', pages: [] }) }),
      },
    },
  }),
});
const [pdf, acme, docling, tika] = [
  { id: 'extraction-pdf', kinds: ['extraction' as const] },
  plugin('extraction-acme'),
  plugin('extraction-docling', true),
  plugin('extraction-tika', true),
];
const storage = { id: 'storage-local', kinds: ['storage' as const] };
const search = { id: 'search-segments', kinds: ['search' as const] };
const all = [storage, search, pdf, acme, docling, tika];

describe('CONTENT_EXTRACTION_STRATEGY', () => {
  it.each([
    [undefined, [[pdf, acme]]],
    [['internal'], [[pdf, acme]]],
    [
      ['docling', 'internal'],
      [[docling], [pdf, acme]],
    ],
    [
      ['internal', 'tika', 'docling'],
      [[pdf, acme], [tika], [docling]],
    ],
    [['extraction-docling', 'docling'], [[docling]]],
    [
      ['acme', 'internal'],
      [[acme], [pdf]],
    ],
    [['internal', 'internal'], [[pdf, acme]]],
  ])('the strategy %j asks plugins in its order', (strategy, expected) => {
    expect(extractionSteps(all, strategy)).toEqual(expected);
  });

  it('the strategy uses a service that must be named, and leaves the others alone', () => {
    expect(isInUse('extraction', docling, all, {})).toBe(false);
    expect(isInUse('extraction', acme, all, {})).toBe(true);
    const choices = { extractionStrategy: ['docling'] };
    expect(isInUse('extraction', docling, all, choices)).toBe(true);
    expect(isInUse('extraction', acme, all, choices)).toBe(false);
    expect(isInUse('extraction', pdf, all, choices)).toBe(true); // it may draw pages
  });

  it.each([['textract'], ['Docling'], ['internal', 'storage-local'], ['constructor']])(
    'CONTENT_EXTRACTION_STRATEGY cannot name %s',
    (...strategy) => {
      const [mistake, ...others] = mistakesInChoices(all, { extractionStrategy: strategy });
      expect(others).toEqual([]);
      expect(mistake).toEqual({
        variable: 'CONTENT_EXTRACTION_STRATEGY',
        message:
          'must be names of loaded plugins for extraction, separated by commas: internal, acme, docling, pdf, tika',
      });
    },
  );

  it('CONTENT_EXTRACTION_STRATEGY may name every loaded plugin for extraction', () => {
    const extractionStrategy = ['docling', 'internal', 'extraction-tika', 'pdf'];
    expect(mistakesInChoices(all, { extractionStrategy })).toEqual([]);
  });
});

describe('a setting of two bundled plugins', () => {
  it('a setting is shared when two bundled plugins use one account at a service', () => {
    expect(isShared('MISTRAL_API_KEY', ['auto-tagger-llm', 'extraction-mistral-ocr'])).toBe(true);
    expect(isShared('MISTRAL_API_KEY', ['auto-tagger-llm', 'extraction-docling'])).toBe(false);
    expect(isShared('EXTRACTION_DOCLING_API_KEY', ['extraction-docling', 'auto-tagger-llm'])).toBe(false);
  });
});
