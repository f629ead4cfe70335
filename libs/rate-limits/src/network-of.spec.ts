import { describe, expect, it } from '@jest/globals';
import { networkOf } from './network-of.js';

describe('networkOf', () => {
  it.each([
    ['an IPv4 address', '203.0.113.9', '203.0.113.9'],
    ['an IPv4 address written as IPv6', '::ffff:203.0.113.9', '203.0.113.9'],
    ['an IPv6 address', '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['a shortened IPv6 address', '2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['a neighbouring network', '2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['the IPv6 address of this machine', '::1', '::/64'],
    ['an IPv6 address with a zone', 'fe80::1%eth0', 'fe80::/64'],
    ['other text', 'unknown', 'unknown'],
    ['an empty text', '', ''],
  ])('returns one key per subscriber: %s', (_, address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
