import { describe, expect, it } from '@jest/globals';
import { ProvenSites } from './proven-sites.js';

describe('ProvenSites', () => {
  it('an address is known for a day after a right signature, and not after a wrong one', () => {
    const sites = new ProvenSites();
    expect(sites.has('a', 0)).toBe(false);
    sites.note('a', true, 0);
    expect([sites.has('a', 86_399_999), sites.has('a', 86_400_000), sites.has('b', 0)]).toEqual([true, false, false]);
    sites.note('a', true, 86_400_000);
    expect(sites.has('a', 86_400_001)).toBe(true);
    sites.note('a', false, 86_400_001);
    expect(sites.has('a', 86_400_001)).toBe(false);
  });

  it('the address that signed longest ago is forgotten when there are more than 1,000', () => {
    const sites = new ProvenSites();
    for (let site = 0; site < 1_000; site += 1) sites.note(String(site), true, 0);
    sites.note('0', true, 1);
    sites.note('one more', true, 1);
    expect(['0', '1', '2', 'one more'].map((site) => sites.has(site, 1))).toEqual([true, false, true, true]);
  });
});
