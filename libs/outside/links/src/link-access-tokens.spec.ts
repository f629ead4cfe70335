import { createHmac, hkdfSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { TestClock } from '../../../../test/support/test-clock.js';
import { LinkAccessTokens } from './link-access-tokens.js';

const SECRET = 'a secret of thirty-two characters';
const KIND = { keyInfo: 'document-share-link-access-token', claim: 'shareLinkId', ttlMinutes: 15 };
const LINK = { linkId: 'dsl_a', passwordHash: '$scrypt$a' };
const clock = new TestClock();
const tokens = new LinkAccessTokens(SECRET, KIND, clock);

const base64url = (text: object) => Buffer.from(JSON.stringify(text)).toString('base64url');

function signed(header: object, claims: object): string {
  const key = Buffer.from(hkdfSync('sha256', SECRET, '', `${KIND.keyInfo}:${LINK.passwordHash}`, 32));
  const body = `${base64url(header)}.${base64url(claims)}`;
  return `${body}.${createHmac('sha256', key.toString('base64url')).update(body).digest('base64url')}`;
}

describe('LinkAccessTokens', () => {
  it('accepts a token only for its link and its password', async () => {
    const token = await tokens.issue(LINK);
    expect(await tokens.isValid(token, LINK)).toBe(true);
    expect(await tokens.isValid(token, { ...LINK, linkId: 'dsl_b' })).toBe(false);
    expect(await tokens.isValid(token, { ...LINK, passwordHash: '$scrypt$b' })).toBe(false);
    const others = [
      new LinkAccessTokens(SECRET, { ...KIND, keyInfo: 'file-request-access-token' }, clock),
      new LinkAccessTokens(`${SECRET}!`, KIND, clock),
    ];
    for (const other of others) expect(await other.isValid(token, LINK)).toBe(false);
  });

  it('rejects a token when its minutes have passed', async () => {
    const token = await tokens.issue(LINK);
    clock.advance(14 * 60_000);
    expect(await tokens.isValid(token, LINK)).toBe(true);
    clock.advance(61_000);
    expect(await tokens.isValid(token, LINK)).toBe(false);
  });

  it('a token has the id of the link and its times, signed with the key of the contract', async () => {
    const [header = '', claims = '', signature] = (await tokens.issue(LINK)).split('.');
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
    const { iat, ...rest } = read(claims);
    expect(rest).toEqual({ shareLinkId: 'dsl_a', exp: Number(iat) + 900 });
    expect(signed(read(header), { shareLinkId: 'dsl_a', iat, exp: rest['exp'] }).split('.')[2]).toBe(signature);
  });

  it('rejects tokens without a signature, of another algorithm, without an end, and other texts', async () => {
    const exp = Math.floor(clock.now().getTime() / 1000) + 600;
    const claims = { shareLinkId: LINK.linkId, iat: exp - 600, exp };
    expect(await tokens.isValid(signed({ alg: 'HS256' }, claims), LINK)).toBe(true);
    const forged = [
      '',
      'a.b.c',
      `${base64url({ alg: 'none' })}.${base64url(claims)}.`,
      signed({ alg: 'none' }, claims),
      signed({ alg: 'HS512' }, claims),
      signed({ alg: 'HS256' }, { ...claims, exp: undefined }),
      signed({ alg: 'HS256' }, { ...claims, shareLinkId: [LINK.linkId] }),
    ];
    for (const token of forged) expect([token, await tokens.isValid(token, LINK)]).toEqual([token, false]);
  });
});
