/** When a step began and ended, in ISO 8601, and the plugin that did it with its version. */
export interface ExtractionStep {
  startedAt?: string;
  endedAt?: string;
  engine?: string;
}

/** The steps of the last reading of a file. */
export interface ExtractionSteps {
  text?: ExtractionStep;
  ocr?: ExtractionStep;
  search?: ExtractionStep;
  rules?: ExtractionStep;
  /** The type of a file that no plugin read, and the plugins that were installed for it (`InstalledReaders`). */
  unread?: { type: string; readers: string };
  /** Parts of the file were not read. */
  isTruncated?: boolean;
}

export type ExtractionStepName = 'ocr' | 'rules' | 'search' | 'text';
