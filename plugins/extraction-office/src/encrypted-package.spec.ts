import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { openEncrypted } from './encrypted-package.js';

/** Encrypted with `Schlüssel` by another implementation, officecrypto-tool. */
const fixture = (name: string): Promise<Buffer> => readFile(new URL(`../test/fixtures/${name}`, import.meta.url));
const [AGILE, STANDARD] = [await fixture('agile-encryption.docx'), await fixture('standard-encryption.xlsx')];
const PASSWORD = 'Schlüssel';

/** Texts of the same length. */
const replaced = (file: Buffer, from: string, to: string): Buffer => {
  const at = file.indexOf(from);
  if (at < 0 || from.length !== to.length) throw new Error(`${from} is not in the file`);
  return Buffer.concat([file.subarray(0, at), Buffer.from(to), file.subarray(at + from.length)]);
};

describe('encrypted Office files', () => {
  it.each([
    ['of Office 2010 and later', AGILE],
    ['of Office 2007', STANDARD],
  ])('the encryption %s is opened by its password only', (_, file) => {
    expect(openEncrypted(file, ['no', PASSWORD]).toString('latin1', 0, 2)).toBe('PK');
    expect(() => openEncrypted(file)).toThrow('The file can be opened with a password only.');
    expect(() => openEncrypted(file, ['no', 'schlüssel'])).toThrow('none of the 2 passwords opened it');
  });

  it('a workbook that is protected against changes only needs no password', async () => {
    const file = openEncrypted(await fixture('protected-against-changes.xlsx'));
    expect(file.includes('xl/workbook.xml')).toBe(true);
  });

  it('a file that asks for more hashes than are allowed is refused before the first one', () => {
    const greedy = replaced(AGILE, 'spinCount="100000"', 'spinCount="9e0006"');
    expect(() => openEncrypted(greedy, [PASSWORD])).toThrow('longer than is allowed');
  });

  it.each([
    ['cipherAlgorithm="AES"', 'cipherAlgorithm="RC4"'],
    ['hashAlgorithm="SHA512"', 'hashAlgorithm="SHA999"'],
    ['spinCount="100000"', 'spinCount="-10000"'],
    ['keyBits="256"', 'keyBits="255"'],
  ])('an encryption that is not known is not tried: %s is %s', (from, to) => {
    expect(() => openEncrypted(replaced(AGILE, from, to), [PASSWORD])).toThrow('in a way that is not known');
  });

  it('a damaged file is refused or gives what is left of it, and never throws anything else', () => {
    for (const file of [AGILE, STANDARD])
      for (let part = 1; part < 20; part += 1) {
        const cut = file.subarray(0, (file.length * part) / 20);
        const changed = Buffer.from(file);
        const at = Math.floor((file.length * part) / 20);
        changed.fill(0xff, at, at + 16);
        for (const each of [cut, changed]) expect(endOf(each)).toMatch(/^(opened|RefusedFile)$/);
      }
  });
});

function endOf(file: Buffer): string {
  try {
    openEncrypted(file);
    return 'opened';
  } catch (error) {
    return (error as Error).name;
  }
}
