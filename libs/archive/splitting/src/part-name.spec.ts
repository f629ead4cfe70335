import { describe, expect, it } from '@jest/globals';
import { partName } from './part-name.js';

describe('names of parts', () => {
  it('a part is called as the whole, with its number before the ending', () => {
    expect(partName('scan.pdf', 2)).toBe('scan (2).pdf');
    expect(partName('Scan.PDF', 1)).toBe('Scan (1).pdf');
    expect(partName('a stack', 12)).toBe('a stack (12).pdf');
  });

  it('the name of a part is never longer than a name may be', () => {
    const name = partName(`${'n'.repeat(251)}.pdf`, 100);
    expect(name).toHaveLength(255);
    expect(name).toMatch(/n \(100\)\.pdf$/);
    expect(partName(`${'n'.repeat(248)}\u{1F600}.pdf`, 1).isWellFormed()).toBe(true);
  });
});
