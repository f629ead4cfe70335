import { describe, expect, it } from '@jest/globals';
import { readAddresses } from './invitation-addresses';

describe('the addresses to invite', () => {
  it.each([
    ['ada@example.com', ['ada@example.com']],
    [
      'ada@example.com, grace@example.com;alan@example.com',
      ['ada@example.com', 'grace@example.com', 'alan@example.com'],
    ],
    ['ada@example.com\n grace@example.com\n', ['ada@example.com', 'grace@example.com']],
    ['ADA@example.com ada@EXAMPLE.com', ['ada@example.com']],
    ['Ada Person <ada@example.com>, "Hopper, Grace" <grace@example.com>', ['ada@example.com', 'grace@example.com']],
    ['', []],
  ])('addresses in %j are found, each once', (text, expected) => {
    expect(readAddresses(text).addresses).toEqual(expected);
  });

  it('addresses to invite are separated from text that is not an address', () => {
    expect(readAddresses('ada@example.com, grace, @b, c@')).toEqual({
      addresses: ['ada@example.com'],
      mistakes: ['grace', '@b', 'c@'],
    });
  });
});
