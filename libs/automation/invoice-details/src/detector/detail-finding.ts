/** What is found in invoices and what is like them, in the order in which it is shown. */
export const DETAIL_NAMES = ['amount', 'currency', 'due_date', 'iban', 'invoice_number', 'customer_number'] as const;

export type DetailName = (typeof DETAIL_NAMES)[number];

/** One value that was found, and where. */
export interface DetailFinding {
  /** A number for the amount, `YYYY-MM-DD` for the due date, the code of ISO 4217 for the currency, else a text. */
  value: number | string;
  /** `invoice-data`: the file of an electronic invoice, which has the value exactly. */
  foundIn: 'invoice-data' | 'text';
  /** Of the text, counted from 1. */
  line: number;
  /** The line, or its part around the value. */
  excerpt: string;
  /** From 0 to 1. */
  confidence: number;
}

export type DetailFindings = Partial<Record<DetailName, DetailFinding>>;
