/** Where a date was found. */
export interface DateFinding {
  /** `YYYY-MM-DD` */
  day: string;
  /** `mail`: its own date, of its header. */
  foundIn: 'mail' | 'name' | 'text';
  /** Counted from 1; null in a name. */
  line: number | null;
  /** The line, or its part around the date. */
  excerpt: string;
  /** From 0 to 1. */
  confidence: number;
}
