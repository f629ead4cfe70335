import { describe, expect, it } from '@jest/globals';
import { rateOf, readRate } from './rate.config.js';

describe('readRate', () => {
  it.each([
    ['30/1h', { hits: 30, seconds: 3_600 }],
    ['3600/1H', { hits: 3_600, seconds: 3_600 }],
    [' 100/10s ', { hits: 100, seconds: 10 }],
    ['5/m', { hits: 5, seconds: 60 }],
    ['0/1h', { hits: 0, seconds: 3_600 }],
  ])('readRate accepts %s', (text, rate) => {
    expect(readRate(text)).toEqual(rate);
    expect(rateOf(text)).toEqual(rate);
  });

  it.each(['', '30', '30/', '/1h', '30/1d', '-1/1h', '1.5/1h', '30/0h', '30 / 1h', '99999999/1h', '30/1hour'])(
    'readRate refuses %j',
    (text) => {
      expect(readRate(text)).toBeUndefined();
      expect(() => rateOf(text)).toThrow('is not a rate');
    },
  );
});
