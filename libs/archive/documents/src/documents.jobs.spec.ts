import { describe, expect, it } from '@jest/globals';
import { LONGEST_TURN_OF_FILES_MS } from '#capabilities/extraction';
import { ProcessDocument, RecognizeDocument } from './documents.jobs.js';

/** One file that is read again with more time, on a machine that is busy with other work. */
const LONGEST_FILE_MS = 50 * 60_000;

describe('the jobs that read documents', () => {
  it.each([ProcessDocument, RecognizeDocument])(
    '$name has time for a file, for those in it, and for the last one of them that is begun',
    ({ options }) =>
      expect(options.timeoutSeconds * 1000).toBeGreaterThan(2 * LONGEST_FILE_MS + LONGEST_TURN_OF_FILES_MS),
  );
});
