import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { AuthConfig } from '#config/auth';
import { PasswordHasher } from './password-hasher.js';

const hasher = new PasswordHasher(new AuthConfig());
afterAll(() => hasher.onApplicationShutdown());

// The second is written in two ways that mean the same.
const PASSWORDS = ['a good password', 'Pa\u0308sswo\uFB01rd', '😀'.repeat(64)];

describe('PasswordHasher', () => {
  it.each(PASSWORDS)(
    'creates hashes of %j that the sign-in library verifies, and verifies hashes of the library',
    async (password) => {
      const own = await hasher.hash(password);
      expect(own).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
      expect(await verifyPassword({ hash: own, password })).toBe(true);
      const theirs = await hashPassword(password);
      expect(await hasher.verify({ hash: theirs, password })).toBe(true);
      expect(await hasher.verify({ hash: theirs, password: `${password}x` })).toBe(false);
    },
  );

  it('rejects every password for a stored value that is not a hash', async () => {
    for (const hash of ['', ':', 'salt', 'salt:', ':00', 'salt:zz', 'salt:00'])
      expect([hash, await hasher.verify({ hash, password: '' })]).toEqual([hash, false]);
  });

  it('hashing does not block the threads that read files', async () => {
    const order: string[] = [];
    const hashes = Array.from({ length: 8 }, () => hasher.hash('a good password').then(() => order.push('hash')));
    // Runs where Node reads files.
    await promisify(pbkdf2)('x', 'y', 1, 8, 'sha256').then(() => order.push('file'));
    await Promise.all(hashes);
    expect(order.indexOf('file')).toBeLessThan(4);
  });
});
