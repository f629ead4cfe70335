import { inflateRawSync } from 'node:zlib';
import { PackedWords } from '@archivolt/plugin-kit';

/** 10,000 words take less than a third of it. */
const MOST_BYTES = 2 * 1024 * 1024;

/** The words of a page as they are stored. What a compromised extractor has stored instead has no words. */
export function storedWords(bytes: Uint8Array): PackedWords {
  try {
    return PackedWords.fromBytes(inflateRawSync(bytes, { maxOutputLength: MOST_BYTES }));
  } catch {
    return PackedWords.of([]);
  }
}
