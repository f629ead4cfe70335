import { decodeText } from '@archivolt/plugin-kit';

const ENCODED = 'bytes:';

/** A path as a text from which its bytes are known again, also where it is not UTF-8. */
export function pathText(path: Buffer): string {
  const text = path.toString('utf8');
  if (!text.startsWith(ENCODED) && Buffer.from(text).equals(path)) return text;
  return ENCODED + path.toString('base64url');
}

export function pathBytes(text: string): Buffer {
  return text.startsWith(ENCODED) ? Buffer.from(text.slice(ENCODED.length), 'base64url') : Buffer.from(text);
}

/** A path for people to read, in whatever encoding it is. */
export function readablePath(path: Buffer): string {
  return decodeText(path);
}
