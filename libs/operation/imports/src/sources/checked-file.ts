import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { pipeline, Transform, type Readable } from 'node:stream';
import { shown, UnreadableSource } from './open-below.js';

/** The content of a file; it ends with an error when it does not have the checksum, MD5 or SHA-256 in hexadecimal. */
export function checkedFile(file: FileHandle, path: string, checksum: string, signal: AbortSignal): Readable {
  const hash = createHash(checksum.length === 32 ? 'md5' : 'sha256');
  const checking = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      const isSame = hash.digest('hex') === checksum;
      done(
        isSame ? null : new UnreadableSource(`${shown(path)} is not the file that was exported: its checksum differs.`),
      );
    },
  });
  // What fails is passed on to the reader of the result.
  return pipeline(file.createReadStream({ signal }), checking, () => undefined);
}
