import { RefusedFile, zipEntries, type ExtractionLimits, type ZipEntry } from '@archivolt/plugin-kit';

export interface CheckedArchive {
  entries: ZipEntry[];
  /** Parts that were left out. */
  damaged: number;
  /** Bytes to which other archives may unpack. */
  room: number;
}

/**
 * The entries of a zip file, after every one has really been unpacked within the limits. Entries that are damaged are
 * left out: a broken picture does not make a text unreadable.
 */
export function checkedEntries(
  file: Buffer,
  limits: Pick<ExtractionLimits, 'maxEntries' | 'maxInflatedBytes'>,
): CheckedArchive {
  const entries = zipEntries(file, limits);
  let room = limits.maxInflatedBytes;
  const whole = entries.filter((entry) => {
    try {
      room -= entry.unpack(room).length;
      return true;
    } catch (error) {
      if (error instanceof RefusedFile && error.outcome === 'corrupt') return false;
      throw error;
    }
  });
  if (whole.length === 0) throw new RefusedFile('corrupt', 'Every part of the archive is damaged.');
  return { entries: whole, damaged: entries.length - whole.length, room };
}
