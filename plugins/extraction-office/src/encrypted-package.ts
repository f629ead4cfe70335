import { CompoundFile, lockedFile, RefusedFile } from '@archivolt/plugin-kit';
import { agileLock } from './agile-encryption.js';
import type { PackageLock } from './package-lock.js';
import { standardLock } from './standard-encryption.js';

const LONGEST_INFO_BYTES = 32 * 1024;
/** Hashes for all passwords of one file. Office needs 100,000 for each; a file may ask for ten million. */
const MOST_HASHES = 3_000_000;
/** Excel encrypts with it what is protected against changes only. */
const PASSWORD_OF_EXCEL = 'VelvetSweatshop';

/**
 * Decrypts an Office file (MS-OFFCRYPTO): the zip file is a stream in a compound file. Whether it is unchanged is not
 * checked: nothing is done with it but reading.
 */
export function openEncrypted(file: Buffer, passwords: readonly string[] = []): Buffer {
  const compound = new CompoundFile(file);
  const content = compound.stream('EncryptedPackage');
  if (content === undefined || content.length < 8)
    throw new RefusedFile('corrupt', 'There is no document in the file.');
  const lock = lockOf(compound.stream('EncryptionInfo', compound.root, LONGEST_INFO_BYTES));
  let left = MOST_HASHES;
  for (const password of [PASSWORD_OF_EXCEL, ...passwords]) {
    left -= lock.hashes;
    if (left < 0) throw new RefusedFile('encrypted', 'Trying passwords would take longer than is allowed.');
    const key = lock.keyFor(password);
    if (key === undefined) continue;
    const size = Number(content.readBigUInt64LE(0));
    return lock.decrypt(content.subarray(8), key).subarray(0, size);
  }
  throw lockedFile('file', passwords);
}

function lockOf(info: Buffer | undefined): PackageLock {
  if (info !== undefined && info.length > 8) {
    const [major, minor] = [info.readUInt16LE(0), info.readUInt16LE(2)];
    const lock = major === 4 && minor === 4 ? agileLock(info.toString('utf8', 8)) : undefined;
    const found = lock ?? (minor === 2 ? standardLock(info.subarray(8)) : undefined);
    if (found !== undefined) return found;
  }
  throw new RefusedFile('encrypted', 'The file is encrypted in a way that is not known.');
}
