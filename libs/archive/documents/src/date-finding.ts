/** How the date of a document was found in it. */
export interface StoredDateFinding {
  /** `mail`: the date of a mail, in its header. */
  foundIn: 'mail' | 'name' | 'text';
  /** The line of the text, from 1; null in the name of the file. */
  line: number | null;
  /** The line, or its part around the date. */
  excerpt: string;
  /** How sure it is, from 0 to 1. */
  confidence: number;
}

/** A date that was found, as `YYYY-MM-DD`. */
export interface FoundDate extends StoredDateFinding {
  day: string;
}
