import { describe, expect, it } from '@jest/globals';
import type { SegmentInfo } from '../reading/organization-state.js';
import { chooseMerge, USUAL_SIZES } from './segment-sizes.js';

const segments = (...sizes: number[]): SegmentInfo[] =>
  sizes.map((size, index) => ({ id: index + 1, firstAge: index + 1, lastAge: index + 1, size }));
const chosen = (...sizes: number[]): number[] | undefined =>
  chooseMerge(segments(...sizes), USUAL_SIZES)?.map(({ size }) => size);

describe('chooseMerge', () => {
  it('chooseMerge waits for eight segments of a size, and includes smaller ones between them', () => {
    const seven = Array.from({ length: 7 }, () => 256);
    expect(chosen(...seven)).toBeUndefined();
    expect(chosen(...seven, 256)).toEqual([...seven, 256]);
    expect(chosen(2_048, ...seven)).toBeUndefined();
    const withSmall = [2_048, 256, 2_048, 2_048, 2_048, 2_048, 2_048, 2_048, 2_048];
    expect(chosen(16_384, ...withSmall)).toEqual(withSmall);
  });

  it('two large segments are merged only when the result is not too large', () => {
    expect(chosen(16_384, 16_384)).toEqual([16_384, 16_384]);
    expect(chosen(32_768, 16_384)).toBeUndefined();
    expect(chosen(20_000, 16_384, 10_000)).toEqual([16_384, 10_000]);
  });

  it('an archive of a million documents has few segments, each written about four times', () => {
    let archive: SegmentInfo[] = [];
    let written = 0;
    for (let id = 1; id <= 1_000_000 / 256; id += 1) {
      archive.push({ id, firstAge: id, lastAge: id, size: 256 });
      written += 256;
      for (let merge = chooseMerge(archive, USUAL_SIZES); merge; merge = chooseMerge(archive, USUAL_SIZES)) {
        const merged = merge;
        const size = merged.reduce((sum, segment) => sum + segment.size, 0);
        expect(size).toBeLessThanOrEqual(USUAL_SIZES.largest);
        written += size;
        const [first] = merged;
        archive = archive.flatMap((segment) =>
          segment === first ? [{ ...segment, size }] : merged.includes(segment) ? [] : [segment],
        );
      }
      expect(archive.length).toBeLessThan(60);
    }
    expect(written / 1_000_000).toBeLessThan(4.2);
  });
});
