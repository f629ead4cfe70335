import { describe, expect, it } from '@jest/globals';
import { siteOf } from './site-of.js';

describe('siteOf', () => {
  it.each([
    ['an IPv4 address', '203.0.113.9', '203.0.113.9'],
    ['an IPv4 address written as IPv6', '::ffff:203.0.113.9', '203.0.113.9'],
    ['an IPv6 address', '2001:0DB8:0001:02fe:ffff:ffff:ffff:ffff', '2001:db8:1:200::/56'],
    ['another /64 network of the same site', '2001:db8:1:2ff::1', '2001:db8:1:200::/56'],
    ['a neighbouring site', '2001:db8:1:300::1', '2001:db8:1:300::/56'],
    ['the IPv6 address of this machine', '::1', '::/56'],
    ['other text', 'unknown', 'unknown'],
  ])('returns one key per home or office: %s', (_, address, site) => {
    expect(siteOf(address)).toBe(site);
  });
});
