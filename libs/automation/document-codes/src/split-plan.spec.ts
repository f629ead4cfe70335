import { describe, expect, it } from '@jest/globals';
import { isSeparator, splitPlan, type SplitRules } from './split-plan.js';

const RULES: SplitRules = {
  separators: ['PATCHT', 'SPLIT'],
  keepsSeparators: false,
  splitsAtArchiveNumbers: false,
  archiveNumberPrefix: 'ASN',
};

/** The plan for a stack in which each text is that of the code on a page; empty: no code. */
function plan(texts: readonly string[], rules: Partial<SplitRules> = {}): number[][] | undefined {
  const codes = texts.flatMap((text, index) => (text === '' ? [] : [{ page: index + 1, text }]));
  return splitPlan(codes, texts.length, { ...RULES, ...rules });
}

describe('where a stack is split', () => {
  it('separator sheets end one document and begin the next, and are left out', () => {
    expect(plan(['', 'PATCHT', '', '', 'SPLIT 7', ''])).toEqual([[1], [3, 4], [6]]);
  });

  it('sheets that are kept are the first page of what follows them', () => {
    expect(plan(['', 'PATCHT', '', 'PATCHT', ''], { keepsSeparators: true })).toEqual([[1], [2, 3], [4, 5]]);
  });

  it('sheets at both ends and sheets after each other make no empty document', () => {
    expect(plan(['PATCHT', '', 'PATCHT', 'PATCHT', '', 'PATCHT'])).toEqual([[2], [5]]);
    expect(plan(['PATCHT', '', 'PATCHT', 'PATCHT', ''], { keepsSeparators: true })).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
  });

  it('a stack that is one document is not split', () => {
    expect(plan(['', ''])).toBeUndefined();
    expect(plan(['PATCHT', '', ''])).toBeUndefined();
    expect(plan(['PATCHT'])).toBeUndefined();
    expect(plan(['', 'PATCHT'])).toBeUndefined();
    expect(plan(['', 'PATCHT', ''], { separators: [] })).toBeUndefined();
    expect(plan(['ASN1', 'ASN2'])).toBeUndefined();
  });

  it('a page with an archive number begins a document where that is set, and pages before the first are one', () => {
    const rules = { splitsAtArchiveNumbers: true };
    expect(plan(['ASN1', '', 'ASN2', ''], rules)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(plan(['', 'ASN1', '', 'ASN2'], rules)).toEqual([[1], [2, 3], [4]]);
    expect(plan(['ASN1', 'ASN00001', 'ASN2'], rules)).toEqual([[1, 2], [3]]);
    expect(plan(['ASN1', 'ASN 0', 'ASN'], rules)).toBeUndefined();
    expect(plan(['ASN1', '', 'PATCHT', 'ASN1'], rules)).toEqual([[1, 2], [4]]);
  });

  it('a separator is known in any case by what it begins with', () => {
    expect(isSeparator(' patcht ', ['PATCHT'])).toBe(true);
    expect(isSeparator('Split:new', ['SPLIT'])).toBe(true);
    expect(isSeparator('no PATCHT', ['PATCHT'])).toBe(false);
    expect(isSeparator('anything', [''])).toBe(false);
  });
});
