import { createCipheriv, createHash, hash, pbkdf2Sync } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import type { ZipEntry } from '@archivolt/plugin-kit';
import { openedParts } from './open-document-encryption.js';

const PASSWORD = 'Schlüssel';
const CONTENT = '<office:document-content>The rent is due in May.</office:document-content>';

interface Kind {
  cipher: string;
  cipherName: string;
  keyBytes: number;
  hashName: string;
  startName: string;
  checksumName: string;
  hashes: number;
}

/** As office programs write since ODF 1.2. */
const AES: Kind = {
  ...{ cipher: 'aes-256-cbc', cipherName: 'http://www.w3.org/2001/04/xmlenc#aes256-cbc', keyBytes: 32 },
  ...{ hashName: 'sha256', startName: 'http://www.w3.org/2000/09/xmldsig#sha256', hashes: 1_000 },
  checksumName: 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0#sha256-1k',
};

/** The parts of a document in which each is encrypted, and its manifest. */
function locked(contents: Record<string, string>, kind: Kind = AES): { entries: ZipEntry[]; manifest: string } {
  const entries: ZipEntry[] = [];
  const lines = Object.entries(contents).map(([name, content]) => {
    const [salt, start] = [hash('md5', name, 'buffer'), hash('md5', content, 'buffer')];
    const packed = deflateRawSync(content);
    const key = pbkdf2Sync(hash(kind.hashName, PASSWORD, 'buffer'), salt, kind.hashes, kind.keyBytes, 'sha1');
    const cipher = createCipheriv(kind.cipher, key, start);
    const bytes = Buffer.concat([cipher.update(packed), cipher.final()]);
    entries.push({ name, unpack: () => bytes });
    const checksum = createHash(kind.hashName).update(packed.subarray(0, 1024)).digest('base64');
    return `<manifest:file-entry manifest:full-path="${name}"><manifest:encryption-data
      manifest:checksum-type="${kind.checksumName}" manifest:checksum="${checksum}"><manifest:algorithm
      manifest:algorithm-name="${kind.cipherName}" manifest:initialisation-vector="${start.toString('base64')}"/>
      <manifest:start-key-generation manifest:start-key-generation-name="${kind.startName}"/><manifest:key-derivation
      manifest:key-derivation-name="PBKDF2" manifest:iteration-count="${kind.hashes}"
      manifest:salt="${salt.toString('base64')}"/></manifest:encryption-data></manifest:file-entry>`;
  });
  return { entries, manifest: `<manifest:manifest>${lines.join('')}</manifest:manifest>` };
}

const textOf = (entries: readonly ZipEntry[], name = 'content.xml'): string | undefined =>
  entries
    .find((entry) => entry.name === name)
    ?.unpack()
    .toString();

describe('encrypted OpenDocument files', () => {
  it('each part is decrypted by the password of the document, and parts that are not encrypted stay as they are', () => {
    const { entries, manifest } = locked({ 'content.xml': CONTENT, 'styles.xml': '<styles/>' });
    const plain = { name: 'mimetype', unpack: () => Buffer.from('application/vnd.oasis') };
    const opened = openedParts([plain, ...entries], manifest, ['no', PASSWORD]);
    expect([textOf(opened), textOf(opened, 'styles.xml')]).toEqual([CONTENT, '<styles/>']);
    expect(textOf(opened, 'mimetype')).toBe('application/vnd.oasis');
  });

  it('an encryption with short keys and the older hash is known, too', () => {
    const older = { ...AES, cipher: 'aes-128-cbc', cipherName: 'aes128-cbc', keyBytes: 16, hashName: 'sha1' };
    const { entries, manifest } = locked(
      { 'content.xml': CONTENT },
      { ...older, startName: 'SHA1', checksumName: 'SHA1/1K' },
    );
    expect(textOf(openedParts(entries, manifest, [PASSWORD]))).toBe(CONTENT);
  });

  it('an OpenDocument file stays locked without its password, and the reason says what was tried', () => {
    const { entries, manifest } = locked({ 'content.xml': CONTENT });
    expect(() => openedParts(entries, manifest)).toThrow('The file can be opened with a password only.');
    expect(() => openedParts(entries, manifest, ['a', 'b'])).toThrow('none of the 2 passwords opened it');
  });

  it.each([
    ['Blowfish', 'aes256-cbc', 'Blowfish CFB'],
    ['a key derivation of another kind', 'PBKDF2', 'argon2id'],
    ['an unknown hash', 'sha256-1k', 'sha999-1k'],
  ])('an encryption that is not known is not tried: %s', (_, known, other) => {
    const { entries, manifest } = locked({ 'content.xml': CONTENT });
    expect(() => openedParts(entries, manifest.replace(known, other), [PASSWORD])).toThrow(
      'in a way that is not known',
    );
  });

  it('a document that asks for more hashes than are allowed is refused before the first one', () => {
    const { entries, manifest } = locked({ 'content.xml': CONTENT });
    const greedy = manifest.replace('iteration-count="1000"', 'iteration-count="2000000000"');
    expect(() => openedParts(entries, greedy, [PASSWORD])).toThrow('longer than is allowed');
  });

  it('a part does not unpack to more than is allowed, and a damaged one is refused', () => {
    const { entries, manifest } = locked({ 'content.xml': CONTENT, 'styles.xml': 'x'.repeat(100_000) });
    const damaged = entries.map((entry) => ({ ...entry, unpack: () => entry.unpack().subarray(0, 16) }));
    const opened = openedParts(entries, manifest, [PASSWORD]);
    expect(() => opened[1]?.unpack(1_000)).toThrow('more than is allowed');
    expect(() => openedParts(damaged, manifest, [PASSWORD])).toThrow('did not open it');
  });
});
