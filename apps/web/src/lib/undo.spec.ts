import { beforeEach, describe, expect, it } from '@jest/globals';
import { beginStep, done, forgetUndo, undoLast } from './undo';

describe('taking back what was done', () => {
  let taken: string[];
  beforeEach(() => {
    forgetUndo();
    taken = [];
  });
  const step = (text: string, place?: number) => done(text, 'Undo', () => void taken.push(text), place);

  it('the last change that a person began is taken back first, in whatever order changes were saved', () => {
    const place = beginStep();
    step('moved');
    step('renamed', place);
    step('tagged');
    while (undoLast());
    expect(taken).toEqual(['tagged', 'moved', 'renamed']);
  });

  it('a change that was refused is not taken back', () => {
    step('moved');
    step('refused')();
    expect([undoLast(), undoLast()]).toEqual([true, false]);
    expect(taken).toEqual(['moved']);
  });
});
