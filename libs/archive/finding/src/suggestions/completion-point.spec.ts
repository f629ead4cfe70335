import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { completionPoint } from './completion-point.js';

/** `|` marks the caret. The replaced part is in brackets. */
function pointAt(marked: string) {
  const caret = marked.indexOf('|');
  const query = marked.replace('|', '');
  const { from, to, field, typed } = completionPoint(query, caret);
  return { field, typed, replaced: `${query.slice(0, from)}[${query.slice(from, to)}]${query.slice(to)}` };
}

describe('completionPoint', () => {
  it.each([
    ['|', undefined, '', '[]'],
    ['inv|', undefined, 'inv', '[inv]'],
    ['in|v x', undefined, 'in', '[inv] x'],
    ['a | b', undefined, '', 'a [] b'],
    ['a -inv|', undefined, 'inv', 'a -[inv]'],
    ['-|', undefined, '-', '[-]'],
    ['ta|g:x', undefined, 'ta', '[tag:]x'],
    ['tag:|', 'tag', '', 'tag:[]'],
    ['tag:a|b c', 'tag', 'a', 'tag:[ab] c'],
    ['size:>1|', 'size', '1', 'size:>[1]'],
    ['tag:"two wo|rds" x', 'tag', 'two wo', 'tag:["two words"] x'],
    ['tag:"two wo| x', 'tag', 'two wo', 'tag:["two wo] x'],
    ['tag:(a OR b|) c', 'tag', 'b', 'tag:(a OR [b]) c'],
    ['tag:(a OR |', 'tag', '', 'tag:(a OR []'],
    ['tag:(a) b|', undefined, 'b', 'tag:(a) [b]'],
    ['or|', undefined, 'or', '[or]'],
  ])('the marked point in %j has the field %j, the text %j and the part %j', (marked, field, typed, replaced) => {
    expect(pointAt(marked)).toEqual({ field, typed, replaced });
  });

  it('returns a part of the query around the caret, whatever was typed', () => {
    const unit = fc.constantFrom(
      ...['a', 'tag:', 'b', ' ', '"', '\\', '(', ')', '-', ':', '>', 'OR', 'É', '\u{1f600}'],
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), fc.nat(60), (query, offset) => {
        const caret = Math.min(offset, query.length);
        const { from, to } = completionPoint(query, caret);
        expect(from).toBeGreaterThanOrEqual(0);
        expect(from).toBeLessThanOrEqual(to);
        expect(to).toBeLessThanOrEqual(query.length);
        expect(to).toBeGreaterThanOrEqual(caret);
      }),
      { numRuns: 2_000 },
    );
  });
});
