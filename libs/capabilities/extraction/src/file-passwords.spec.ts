import { describe, expect, it } from '@jest/globals';
import { withPasswords } from './file-passwords.js';

const INPUT = { path: '/file', size: 1, type: 'application/pdf', fileName: 'file.pdf' };

describe('passwords for a file', () => {
  const given: (readonly string[] | undefined)[] = [];
  const opensWith = (right: string | undefined) => {
    given.length = 0;
    return async ({ passwords }: { passwords?: readonly string[] }) => {
      given.push(passwords);
      if (right === undefined || passwords?.includes(right) === true) return { outcome: 'text' };
      return { outcome: 'encrypted', reason: passwords === undefined ? 'Locked.' : 'Locked for all.' };
    };
  };

  it('the process of a file that needs no password is given none, and none is looked up', async () => {
    const ask = () => Promise.reject(new Error('looked up'));
    expect(await withPasswords(INPUT, ask, opensWith(undefined))).toEqual({ outcome: 'text' });
    expect(given).toEqual([undefined]);
  });

  it('a file that needs a password is read again with those that there are', async () => {
    expect(await withPasswords(INPUT, async () => ['a', 'b'], opensWith('b'))).toEqual({ outcome: 'text' });
    expect(given).toEqual([undefined, ['a', 'b']]);
  });

  it('a file that needs a password is not read again where there is none', async () => {
    expect(await withPasswords(INPUT, async () => [''], opensWith('b'))).toMatchObject({ outcome: 'encrypted' });
    expect(await withPasswords(INPUT, undefined, opensWith('b'))).toMatchObject({ outcome: 'encrypted' });
    expect(given).toEqual([undefined]);
  });

  it('at most 20 different passwords of at most 256 characters are tried', async () => {
    const many = ['x'.repeat(257), 'p0', ...Array.from({ length: 30 }, (_, index) => `p${index}`)];
    await withPasswords(INPUT, async () => many, opensWith('none'));
    expect(given[1]).toEqual(Array.from({ length: 20 }, (_, index) => `p${index}`));
  });

  it('an archive is read again when members of it need a password, and only then', async () => {
    const archive = (isLocked: boolean) => ({
      ...{ outcome: 'text', handed: { files: [isLocked ? { unread: { outcome: 'encrypted' } } : {}] } },
    });
    const attempt = async ({ passwords }: { passwords?: readonly string[] }) => archive(passwords === undefined);
    expect(await withPasswords(INPUT, async () => ['a'], attempt)).toEqual(archive(false));
    const ask = () => Promise.reject(new Error('looked up'));
    expect(await withPasswords(INPUT, ask, async () => archive(false))).toEqual(archive(false));
  });

  it('an archive that cannot be read a second time keeps what was read without passwords', async () => {
    const first = { outcome: 'text', handed: { files: [{ unread: { outcome: 'encrypted' } }] } };
    const attempt = async ({ passwords }: { passwords?: readonly string[] }) =>
      passwords === undefined ? first : { outcome: 'timeout' };
    expect(await withPasswords<{ outcome: string }>(INPUT, async () => ['a'], attempt)).toBe(first);
  });

  it('the reason says so when a reader does not try passwords', async () => {
    const ignores = async () => ({ outcome: 'encrypted', reason: 'Locked.' });
    expect(await withPasswords(INPUT, async () => ['a'], ignores)).toEqual({
      ...{ outcome: 'encrypted', reason: 'Locked. Passwords are not tried for this kind of file.' },
    });
    expect(await withPasswords(INPUT, async () => ['a'], opensWith('b'))).toEqual({
      ...{ outcome: 'encrypted', reason: 'Locked for all.' },
    });
  });
});
