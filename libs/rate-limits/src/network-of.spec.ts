import { describe, expect, it } from '@jest/globals';
import { networkOf } from './network-of.js';

describe('networkOf', () => {
  it('returns an IPv4 address unchanged, also one written as IPv6', () => {
    expect(networkOf('203.0.113.9')).toBe('203.0.113.9');
    expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9');
  });

  it('returns the same value for all addresses of one IPv6 subscriber', () => {
    const network = networkOf('2001:db8:1:2::1');
    expect(networkOf('2001:0DB8:0001:0002:ffff:ffff:ffff:ffff')).toBe(network);
    expect(networkOf('2001:db8:1:3::1')).not.toBe(network);
  });

  it('returns other text unchanged', () => {
    expect(networkOf('unknown')).toBe('unknown');
  });
});
