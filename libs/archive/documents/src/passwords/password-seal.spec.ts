import { describe, expect, it } from '@jest/globals';
import { PasswordSeal } from './password-seal.js';

const SECRET = 'a secret of an archive that is long enough';
const OWNER = { organizationId: 'org_1', id: 'doc_1' };

describe('the encryption of passwords of files', () => {
  const seal = new PasswordSeal(SECRET);

  it.each(['a', 'geheim', 'Straßenbahn 🚋', 'x'.repeat(256)])('a password can be read again: %s', (password) => {
    expect(seal.open(seal.seal(password, OWNER), OWNER)).toBe(password);
    expect(new PasswordSeal(SECRET).open(seal.seal(password, OWNER), OWNER)).toBe(password);
  });

  it('an encrypted password does not contain the password, and is another one each time', () => {
    const sealed = [seal.seal('orchard', OWNER), seal.seal('orchard', OWNER)];
    for (const each of sealed) expect(each.includes('orchard')).toBe(false);
    expect(sealed[0]?.equals(sealed[1] ?? Buffer.alloc(0))).toBe(false);
  });

  it('an encrypted password cannot be read in the row of another document or organization', () => {
    const sealed = seal.seal('orchard', OWNER);
    expect(seal.open(sealed, { ...OWNER, id: 'doc_2' })).toBeUndefined();
    expect(seal.open(sealed, { ...OWNER, organizationId: 'org_2' })).toBeUndefined();
  });

  it('a password of another secret cannot be read, and begins with another mark', () => {
    const other = new PasswordSeal(`another ${SECRET}`);
    const sealed = other.seal('orchard', OWNER);
    expect(seal.open(sealed, OWNER)).toBeUndefined();
    expect(sealed.subarray(0, other.mark.length).equals(other.mark)).toBe(true);
    expect(other.mark.equals(seal.mark)).toBe(false);
    expect(other.mark[0]).toBe(seal.mark[0]);
  });

  it('a changed, shortened or empty value is not a password', () => {
    const sealed = seal.seal('orchard', OWNER);
    for (const at of [0, 3, 8, 20, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect([at, seal.open(changed, OWNER)]).toEqual([at, undefined]);
    }
    for (const length of [0, 5, 20, sealed.length - 1])
      expect([length, seal.open(sealed.subarray(0, length), OWNER)]).toEqual([length, undefined]);
  });
});
