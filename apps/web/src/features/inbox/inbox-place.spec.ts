import { describe, expect, it } from '@jest/globals';
import { placeIn } from './inbox-place';

const list = (...ids: string[]) => ids.map((id) => ({ id }));

describe('the place of a person in the inbox', () => {
  it('the place stays at its document when others leave or come in', () => {
    expect(placeIn(list('b', 'c', 'd'), { documentId: 'c', index: 2 })).toEqual({ documentId: 'c', index: 1 });
    expect(placeIn(list('a', 'b', 'c'), { documentId: 'a', index: 0 })).toEqual({ documentId: 'a', index: 0 });
  });

  it('the place goes to the document that follows one that has left', () => {
    expect(placeIn(list('a', 'c'), { documentId: 'b', index: 1 })).toEqual({ documentId: 'c', index: 1 });
  });

  it('the place goes to the last document when the last one has left', () => {
    expect(placeIn(list('a', 'b'), { documentId: 'c', index: 2 })).toEqual({ documentId: 'b', index: 1 });
  });

  it('an empty inbox has a place without a document', () => {
    expect(placeIn([], { documentId: 'a', index: 3 })).toEqual({ documentId: undefined, index: 0 });
  });
});
