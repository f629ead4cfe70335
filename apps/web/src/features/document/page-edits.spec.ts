import { describe, expect, it } from '@jest/globals';
import {
  allSelected,
  isEdited,
  meantPages,
  movedBy,
  movedTo,
  pagesOfFile,
  placeOf,
  removed,
  selectedAt,
  turned,
  undone,
  type PageEdits,
} from './page-edits';

const order = ({ pages }: PageEdits): number[] => pages.map(({ page }) => page);
const select = (edits: PageEdits, ...places: number[]): PageEdits =>
  places.reduce((present, place) => selectedAt(present, place, 'toggle'), edits);

describe('edits of pages', () => {
  it('a person selects one page, several pages and a range of pages', () => {
    const one = selectedAt(pagesOfFile(5), 1, 'only');
    expect([...one.selected]).toEqual([2]);
    expect([...selectedAt(one, 3, 'range').selected]).toEqual([2, 3, 4]);
    expect([...selectedAt(one, 3, 'toggle').selected]).toEqual([2, 4]);
    expect([...selectedAt(one, 1, 'toggle').selected]).toEqual([]);
    expect(allSelected(one).selected.size).toBe(5);
    expect(selectedAt(one, 99, 'none')).toMatchObject({ active: 4, selected: one.selected });
  });

  it('a change is for the page that the keys are at while none is selected', () => {
    expect([...meantPages(selectedAt(pagesOfFile(3), 2, 'none'))]).toEqual([3]);
  });

  it('pages turn by quarters, and four quarters are no change', () => {
    let edits = selectedAt(pagesOfFile(2), 0, 'only');
    edits = turned(edits, 270);
    expect(edits.pages).toEqual([
      { page: 1, turn: 270 },
      { page: 2, turn: 0 },
    ]);
    expect(isEdited(edits, 2)).toBe(true);
    expect(isEdited(turned(edits, 90), 2)).toBe(false);
  });

  it('the selected pages move as one block, and not beyond the ends', () => {
    const edits = select(pagesOfFile(6), 1, 3);
    expect(order(movedBy(edits, 1))).toEqual([1, 3, 2, 4, 5, 6]);
    expect(placeOf(movedBy(edits, 1))).toEqual({ from: 3, to: 4 });
    expect(order(movedBy(edits, -10))).toEqual([2, 4, 1, 3, 5, 6]);
    expect(order(movedBy(edits, 10))).toEqual([1, 3, 5, 6, 2, 4]);
    expect(order(movedTo(edits, 6))).toEqual([1, 3, 5, 6, 2, 4]);
    expect(order(movedTo(edits, 0))).toEqual([2, 4, 1, 3, 5, 6]);
  });

  it('no step is noted when a page is moved to where it is', () => {
    const edits = selectedAt(pagesOfFile(3), 0, 'only');
    expect(movedBy(edits, -1)).toBe(edits);
    expect(movedTo(edits, 1)).toBe(edits);
  });

  it('pages are left out, but never all of them', () => {
    const edits = removed(select(pagesOfFile(4), 0, 2));
    expect(order(edits)).toEqual([2, 4]);
    expect(edits.selected.size).toBe(0);
    const all = allSelected(edits);
    expect(removed(all)).toBe(all);
  });

  it('changes are taken back one after the other', () => {
    const file = pagesOfFile(3);
    const both = removed(movedBy(selectedAt(file, 0, 'only'), 1));
    expect(order(both)).toEqual([2, 3]);
    expect(order(undone(both))).toEqual([2, 1, 3]);
    expect([...undone(both).selected]).toEqual([1]);
    expect(order(undone(undone(both)))).toEqual([1, 2, 3]);
    expect(undone(file)).toBe(file);
  });
});
