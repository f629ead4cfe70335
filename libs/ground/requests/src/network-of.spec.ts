import { describe, expect, it } from '@jest/globals';
import { networkOf, siteOf } from './network-of.js';

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

describe('siteOf', () => {
  it.each([
    ['an IPv4 address', '203.0.113.9', '203.0.113.9'],
    ['an IPv4 address written as IPv6', '::ffff:203.0.113.9', '203.0.113.9'],
    ['the first network of a site', '2001:db8:1:200::1', '2001:db8:1:200::/56'],
    ['the last network of the same site', '2001:0DB8:1:2ff:ffff:ffff:ffff:ffff', '2001:db8:1:200::/56'],
    ['a network of the next site', '2001:db8:1:300::1', '2001:db8:1:300::/56'],
    ['the IPv6 address of this machine', '::1', '::/56'],
    ['an IPv6 address with a zone', 'fe80::1%eth0', 'fe80::/56'],
    ['other text', 'unknown', 'unknown'],
    ['an empty text', '', ''],
  ])('returns one key per visitor: %s', (_, address, site) => {
    expect(siteOf(address)).toBe(site);
  });
});
