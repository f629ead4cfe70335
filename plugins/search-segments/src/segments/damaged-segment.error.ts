/** The stored bytes of a segment cannot have been written by this code. */
export class DamagedSegmentError extends Error {
  constructor(readonly finding: string) {
    super(`A segment of the search index is damaged: ${finding}. Remedy: rebuild the search index.`);
    this.name = 'DamagedSegmentError';
  }
}
