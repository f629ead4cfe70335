import { describe, expect, it } from '@jest/globals';
import { builtSegment, randomSheets } from '../../test/archive.js';
import { Random } from '../../test/random.js';
import { liveMasks, relateSegments } from './live-masks.js';

describe('liveMasks', () => {
  it('each document belongs to its newest version, unless that one is removed', () => {
    const random = new Random(1);
    for (let round = 0; round < 30; round += 1) {
      const pool = randomSheets(random, 200, () => '.a');
      const versions = Array.from({ length: 6 }, () =>
        // Of the pool, many documents, a few, or its newest ones only.
        random
          .pick([pool, pool.slice(0, 5), pool.toSorted((a, b) => b.sequence - a.sequence).slice(0, 40)])
          .filter(() => random.below(3) > 0)
          .map((sheet) => ({ ...sheet, words: random.below(5) === 0 ? undefined : new Set<string>() })),
      );
      const tail = new Set(pool.filter(() => random.below(10) === 0).map(({ sequence }) => sequence));
      const directories = versions.map((sheets) => builtSegment(sheets).directory);
      Array.from(relateSegments(directories.slice(0, random.below(7))));
      // Asked twice: what two segments have in common is remembered.
      for (let time = 0; time < 2; time += 1) {
        const masks = liveMasks(directories, tail);
        for (const { sequence } of pool) {
          const newest = versions.findIndex((sheets) => sheets.some((sheet) => sheet.sequence === sequence));
          directories.forEach((directory, index) => {
            const place = directory.placeOf(sequence);
            const isLive = index === newest && !tail.has(sequence) && !directory.removed.has(place!);
            if (place !== undefined) expect(masks[index]!.has(place)).toBe(isLive);
          });
        }
      }
    }
  });

  it('a removed document has no place anywhere', () => {
    const sheet = { sequence: 4, createdAtMicros: 1, id: 'a', words: new Set(['.a']) };
    const older = builtSegment([sheet]).directory;
    const newer = builtSegment([{ ...sheet, words: undefined }]).directory;
    expect(liveMasks([newer, older], new Set()).map((mask) => mask.count())).toEqual([0, 0]);
  });
});
