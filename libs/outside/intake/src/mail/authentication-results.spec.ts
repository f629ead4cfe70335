import { describe, expect, it } from '@jest/globals';
import { unverifiedReason } from './authentication-results.js';

const SERVER = 'mx.example.net';

describe('unverifiedReason', () => {
  const reasonOf = (headers: string[], from = ['boss@example.com']) => unverifiedReason(from, headers, SERVER);

  it.each([
    `${SERVER}; dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=example.com`,
    `MX.Example.NET 1; dkim=pass header.i=@example.com header.s=a header.b=abc; spf=fail smtp.mailfrom=x@y.z`,
    `${SERVER};\r\n\tspf=pass (sender "a;b" \\) ok) smtp.mailfrom="bounce@mail.example.com"; dmarc=none`,
    `${SERVER}; dkim=fail header.d=example.com; dkim=pass header.d=example.com`,
    `${SERVER}; dmarc = pass header.from = Example.COM`,
  ])('the authentication results accept %s', (header) => {
    expect(reasonOf([header])).toBeUndefined();
  });

  it.each([
    '',
    SERVER,
    `${SERVER}; none`,
    `${SERVER}.evil.example; dmarc=pass header.from=example.com`,
    `evil.example (${SERVER}); dmarc=pass header.from=example.com`,
    `"${SERVER}; x"; dmarc=pass header.from=example.com`,
    `${SERVER}; dmarc=pass header.from=evil.example`,
    `${SERVER}; dmarc=fail header.from=example.com; dkim=pass header.d=example.com`,
    `${SERVER}; dkim=pass header.d=notexample.com`,
    `${SERVER}; dkim=pass header.d=com`,
    `${SERVER}; spf=pass smtp.mailfrom=boss@example.com.evil.example`,
    `${SERVER}; spf=softfail reason="dmarc=pass header.from=example.com"`,
    `${SERVER}; x-dmarc=pass header.from=example.com`,
    `${SERVER}; dkim=pass reason="header.d=example.com" header.d=evil.example`,
  ])('the authentication results do not accept %s', (header) => {
    expect(reasonOf([header])).toEqual(expect.any(String));
  });

  it('the topmost header of the server counts, below those of others', () => {
    const pass = `${SERVER}; dmarc=pass header.from=example.com`;
    expect(reasonOf(['other.example; dmarc=fail', pass])).toBeUndefined();
    expect(reasonOf([`${SERVER}; spf=neutral`, pass])).toContain('example.com');
  });

  it('every domain of From must be verified', () => {
    const both = ['boss@example.com', 'clerk@partner.example'];
    expect(reasonOf([`${SERVER}; dmarc=pass header.from=example.com`], both)).toContain('partner.example');
    expect(reasonOf([`${SERVER}; dmarc=pass`], both)).toContain('example.com');
    const verified = `${SERVER}; dkim=pass header.d=example.com; dkim=pass header.d=partner.example`;
    expect(reasonOf([verified], both)).toBeUndefined();
  });

  it('a long header is trusted, and a cut one is not', () => {
    const long = (length: number) => `${SERVER}; dmarc=pass header.from=example.com; `.padEnd(length, 'x');
    expect(reasonOf([long(19_999)])).toBeUndefined();
    expect(reasonOf([long(20_000)])).toBe(`its Authentication-Results of ${SERVER} are too long`);
    expect(reasonOf(['x'.repeat(20_000), long(1_000)])).toBeUndefined();
  });
});
