import { describe, expect, it } from '@jest/globals';
import { AttachmentBudget } from './attachment-budget.js';
import { makeExtraction, type Extraction } from '#capabilities/sandbox';

const LIMITS = { maxOcrPages: 5, maxChars: 1_000, maxPixels: 1e6, maxInflatedBytes: 1e6, maxEntries: 10 };
const [FILE_MS, PAGE_MS] = [1_000, 500];
const aBudget = () => new AttachmentBudget(LIMITS, FILE_MS, PAGE_MS, makeExtraction('text', { text: 'words' }));

/** How many such files are read before there is no time for another one, of the 100 that a document may have. */
function filesOf(file: Partial<Extraction> & { passedMs: number }): number {
  const budget = aBudget();
  const { passedMs, outcome = 'empty', ...fields } = file;
  let files = 0;
  for (; budget.exhausted === undefined; files += 1) budget.addRead(makeExtraction(outcome, fields), passedMs);
  return budget.exhausted.outcome === 'timeout' ? files : Infinity;
}

describe('the time that the files in a document have together', () => {
  it('the files in a document have five times the time of one file', () => {
    expect(filesOf({ cpuMs: FILE_MS, passedMs: FILE_MS })).toBe(5);
    expect(filesOf({ cpuMs: 10, passedMs: 10 })).toBe(Infinity);
  });

  it('the time of files in a document counts work and not waiting on a busy machine, up to twenty times as much', () => {
    expect(filesOf({ cpuMs: 10, passedMs: 200 })).toBe(Infinity);
    expect(filesOf({ cpuMs: 10, passedMs: 20 * FILE_MS })).toBe(5);
    expect(filesOf({ cpuMs: 4 * FILE_MS, passedMs: FILE_MS })).toBe(5);
  });

  it('a file that waited until its time was over, or whose process ended, counts as its whole time', () => {
    expect(filesOf({ outcome: 'timeout', isCutShort: true, cpuMs: 1, passedMs: FILE_MS })).toBe(5);
    expect(filesOf({ outcome: 'crashed', cpuMs: 0, passedMs: 20 })).toBe(5);
    expect(filesOf({ outcome: 'too-large', cpuMs: 5, passedMs: 20 })).toBe(Infinity);
  });

  it('the time of files in a document does not include that of recognized pages', () => {
    const page = { outcome: 'text', ocrPages: 1 } as const;
    expect(filesOf({ ...page, cpuMs: PAGE_MS + FILE_MS, passedMs: PAGE_MS + FILE_MS })).toBe(5);
    const budget = aBudget();
    for (let file = 0; file < 50; file += 1) budget.addRead(makeExtraction('text', { ocrPages: 1, cpuMs: 1 }), 1);
    for (let file = 0; file < 5; file += 1) budget.addRead(makeExtraction('empty', { cpuMs: FILE_MS }), FILE_MS);
    expect(budget.exhausted).toMatchObject({ outcome: 'timeout' });
  });
});
