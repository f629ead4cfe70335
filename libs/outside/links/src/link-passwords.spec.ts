import { scryptSync } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { AuthConfig } from '#config/auth';
import { ServerConfig } from '#config/server';
import { PasswordHasher } from '#people/auth';
import { LinkPasswords } from './link-passwords.js';

const auth = Object.assign(new AuthConfig(), { passwordThreads: 1, passwordQueue: 3, passwordQueuePerAddress: 1 });
const hasher = new PasswordHasher(auth);
const passwords = new LinkPasswords(hasher, auth, new ServerConfig());
afterAll(() => hasher.onApplicationShutdown());

describe('LinkPasswords', () => {
  it('recognizes only the right password, even when its letters are composed in another way', async () => {
    const hash = await passwords.hash('Pa\u0308ss', { by: 'usr' });
    expect(hash).toMatch(/^\$scrypt\$ln=14,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{86}$/);
    expect(await passwords.matches('P\u00E4ss', hash, { by: 'a' })).toBe(true);
    expect(await passwords.matches('Pass', hash, { by: 'a' })).toBe(false);
    expect(await passwords.hash('P\u00E4ss', { by: 'usr' })).not.toBe(hash);
  });

  it('recognizes a password whose hash another program stored in the same form', async () => {
    const salt = Buffer.from('0123456789abcdef');
    const key = scryptSync('secret', salt, 64, { N: 16_384, r: 8, p: 1 });
    const hash = `$scrypt$ln=14,r=8,p=1$${salt.toString('base64').slice(0, 22)}$${key.toString('base64').slice(0, 86)}`;
    expect(await passwords.matches('secret', hash, { by: 'a' })).toBe(true);
  });

  it('accepts no password for a stored text of another form', async () => {
    for (const hash of [
      '',
      '$scrypt$ln=14,r=8,p=1$$',
      '$scrypt$ln=30,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$' + 'A'.repeat(86),
    ])
      expect(await passwords.matches('', hash, { by: 'a' })).toBe(false);
  });

  it('each visitor waits with only a few guesses, and a member can set a password in the meantime', async () => {
    const hash = await passwords.hash('secret', { by: 'usr' });
    const guesses = ['a', 'a', 'a', 'b', 'c', 'd'].map((by) => passwords.matches('wrong', hash, { by }));
    const [outcomes] = await Promise.all([Promise.allSettled(guesses), passwords.hash('other', { by: 'usr' })]);
    const codes = outcomes.map((outcome) =>
      outcome.status === 'rejected' ? (outcome.reason as { code: string }).code : outcome.value,
    );
    expect(codes).toEqual([false, false, 'server.too_many_requests', false, false, 'server.busy']);
  });
});
