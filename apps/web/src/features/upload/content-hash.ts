/** Larger files are not compared before they are sent: the digest needs the whole file in memory. */
const MOST_BYTES = 64 * 1024 * 1024;

/** SHA-256 in hexadecimal; undefined where browsers offer none (pages without TLS) and for very large files. */
export async function contentHash(file: File): Promise<string | undefined> {
  const subtle = (crypto as Partial<Crypto>).subtle;
  if (!subtle || file.size > MOST_BYTES) return undefined;
  const digest = await subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
