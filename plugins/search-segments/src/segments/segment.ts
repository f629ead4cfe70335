/** Documents in one segment, removed ones included. The bitmap of a term then fits into a block. */
export const MAX_SEGMENT_DOCUMENTS = 32_768;
/** A field mark and a term of 64 characters in UTF-8 take at most 257 bytes. */
export const MAX_TERM_BYTES = 512;

/** One version of a document. */
export interface SegmentDocument {
  /** The number of the document, unique over all organizations: an integer from 0 to 2^53 - 1. */
  sequence: number;
  createdAtMicros: number;
  /** Decides the order of documents that were created in the same microsecond. */
  id: string;
  /** Distinct keys (field mark + term) in byte order, each followed by one zero byte; undefined for a removed document. */
  terms: Uint8Array | undefined;
}

/** Consecutive terms of a segment with the places of their documents. */
export interface SegmentBlock {
  firstTerm: Uint8Array;
  body: Uint8Array;
}
