import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isFullSet, sample } from './sample.js';

const NUMBERS = Array.from({ length: 100 }, (_, number) => number);

describe('sample', () => {
  const given = process.env['TEST_SEED'];
  beforeEach(() => {
    process.env['TEST_SEED'] = 'one';
  });
  afterEach(() => {
    if (given === undefined) delete process.env['TEST_SEED'];
    else process.env['TEST_SEED'] = given;
  });

  it('returns the same items in their order for the same seed, and others for another seed', () => {
    const first = sample(NUMBERS, 10, String);
    expect(first).toHaveLength(isFullSet ? 100 : 10);
    expect(first).toEqual([...first].sort((a, b) => a - b));
    expect(sample(NUMBERS, 10, String)).toEqual(first);
    process.env['TEST_SEED'] = 'two';
    if (!isFullSet) expect(sample(NUMBERS, 10, String)).not.toEqual(first);
  });

  it('the sample has every item when as many are wanted as there are', () => {
    expect(sample(NUMBERS, 100, String)).toEqual(NUMBERS);
  });
});
