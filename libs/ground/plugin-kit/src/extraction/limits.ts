/** Limits that a plugin must respect. The host enforces time and memory from outside as well. */
export interface ExtractionLimits {
  /** Pages of one document that OCR may read. */
  maxOcrPages: number;
  /** UTF-16 units of text to keep; set `truncated` beyond it. */
  maxChars: number;
  /** Pixels of one decoded image. */
  maxPixels: number;
  /** Bytes inflated from an archive, all entries together. */
  maxInflatedBytes: number;
  /** Entries of an archive. */
  maxEntries: number;
}
