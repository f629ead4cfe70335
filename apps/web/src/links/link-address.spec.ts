import { describe, expect, it } from '@jest/globals';
import { linkAddressOf } from './link-address';

const TOKEN = 'aZ09'.repeat(16);

describe('the address of a public page', () => {
  it('the address names the page and contains the token', () => {
    expect(linkAddressOf(`/share/${TOKEN}`)).toEqual({ kind: 'share', token: TOKEN });
    expect(linkAddressOf(`/drop/${TOKEN}/`)).toEqual({ kind: 'drop', token: TOKEN });
  });

  it('the address leads nowhere when the token was cut off, is longer, or has other characters', () => {
    const others = [TOKEN.slice(1), `${TOKEN}a`, `${TOKEN.slice(1)}-`, `${TOKEN}/more`, '', `../${TOKEN}`];
    for (const token of others) expect([token, linkAddressOf(`/share/${token}`)]).toEqual([token, undefined]);
    expect(linkAddressOf(`/other/${TOKEN}`)).toBeUndefined();
  });
});
