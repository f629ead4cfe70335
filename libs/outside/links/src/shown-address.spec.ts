import { describe, expect, it } from '@jest/globals';
import { shownAddress } from './shown-address.js';

describe('shownAddress', () => {
  it.each([
    ['203.0.113.9', '203.0.113.0/24'],
    ['::ffff:203.0.113.9', '203.0.113.0/24'],
    ['2001:db8:12:34:56::9', '2001:db8:12::/48'],
    ['::1', '::/48'],
    ['fe80::1%eth0', 'fe80::/48'],
    ['not an address', 'unknown'],
  ])('the network of %s is shown', (address, shown) => {
    expect(shownAddress(address)).toBe(shown);
  });
});
