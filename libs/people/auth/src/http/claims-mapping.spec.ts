import { describe, expect, it } from '@jest/globals';
import type { Identity, Sql } from '@archivolt/plugin-kit';
import { ClaimsMapping } from './claims-mapping.js';

const noDatabase = () => Promise.reject(new Error('this test has no database'));
const sql: Sql = { query: noDatabase, transaction: noDatabase };
const signIn = () => ({ request: {}, createsUser: false });
const person = { providerId: 'acme', email: 'Ada@Example.com', isEmailVerified: true, claims: { group: 'it' } };

function mapping(mapClaims: Identity['mapClaims']): ClaimsMapping {
  const identity: Identity = { signInProviders: [{ id: 'acme', name: 'Acme' }], ...(mapClaims && { mapClaims }) };
  return new ClaimsMapping(sql, { rolesFromIdentity: true }, [{ pluginId: 'identity-acme', identity }], 2, {
    readers: [],
    recordRights: noDatabase,
  });
}

describe('ClaimsMapping', () => {
  it('the plugin of the provider gets the claims and the address in lower case', async () => {
    const given: unknown[] = [];
    await mapping((claims) => (given.push(claims), {})).refusalOf(person, signIn());
    expect(given).toEqual([{ ...person, email: 'ada@example.com' }]);
  });

  it('the plugin is not asked about a person of another provider', async () => {
    const asked = mapping(() => ({ isAllowed: false }));
    expect(await asked.refusalOf({ ...person, providerId: 'google' }, signIn())).toBeUndefined();
  });

  it('the reason of a refusal is returned without line breaks, and at most 200 characters of it', async () => {
    const refusing = mapping(() => ({ isAllowed: false, reason: `No\r\nentry. ${'x'.repeat(300)}` }));
    const reason = await refusing.refusalOf(person, signIn());
    expect(reason).toMatch(/^No entry\. x+$/);
    expect(reason).toHaveLength(200);
    expect(await mapping(() => ({ isAllowed: false })).refusalOf(person, signIn())).toBe(
      'You are not allowed to sign in here.',
    );
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('no groups');
      },
    ],
    ['returns nothing', () => undefined],
    ['returns a text for `isAllowed`', () => ({ isAllowed: 'false' })],
    ['returns one role that is not in a list', () => ({ roles: 'admin' })],
  ])('the sign-in is refused with an error that names the plugin, when the plugin %s', async (_, mapClaims) => {
    const failing = mapping(mapClaims as NonNullable<Identity['mapClaims']>);
    await expect(failing.refusalOf(person, signIn())).rejects.toThrow(
      /^identity-acme could not map the claims of a person: /,
    );
  });

  it('a session of another request is not changed', async () => {
    const mapped = mapping(() => ({ name: 'Ada', roles: ['admin'] }));
    await mapped.refusalOf(person, signIn());
    await expect(mapped.apply('usr_1', {})).resolves.toBeUndefined();
  });

  it('new users are refused while two wait for a slow plugin, but no user who has an account', async () => {
    const mayEnd = Promise.withResolvers<object>();
    const slow = mapping(() => mayEnd.promise);
    const creation = { request: {}, createsUser: true };
    const two = [slow.refusalOf(person, creation), slow.refusalOf(person, creation)];
    const known = slow.refusalOf(person, signIn());
    expect(await slow.refusalOf(person, creation)).toMatch(/^Many people are creating an account at the moment/);
    mayEnd.resolve({});
    expect(await Promise.all([...two, known])).toEqual([undefined, undefined, undefined]);
    expect(await slow.refusalOf(person, creation)).toBeUndefined();
  });
});
