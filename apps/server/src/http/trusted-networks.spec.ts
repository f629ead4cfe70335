import { describe, expect, it } from '@jest/globals';
import { trustedNetworks } from './trusted-networks.js';

describe('a network of trusted proxies', () => {
  const isTrusted = trustedNetworks(['10.1.0.0/16', '192.0.2.7', 'loopback', '2001:db8::/32']);

  it.each(['10.1.2.3', '192.0.2.7', '127.0.0.1', '::1', '2001:db8::9', '::ffff:10.1.2.3'])(
    'a trusted network contains %s',
    (address) => {
      expect(isTrusted(address)).toBe(true);
    },
  );

  it.each(['10.2.0.1', '192.0.2.8', '2001:db9::1', '::ffff:10.2.0.1', '', 'nonsense'])(
    'a trusted network does not contain %j',
    (address) => {
      expect(isTrusted(address)).toBe(false);
    },
  );
});
