import type { Extraction } from '#capabilities/extraction';
import type { DetailFindings, DetailName } from './detector/detail-finding.js';
import { validIban } from './detector/iban.js';

/** How the reader of XML begins the text of an electronic invoice (`plugins/extraction-plain-text`). */
const TITLE = 'Electronic invoice';
/** `Invoice number (BT-1): R-4711`, by the terms of EN 16931. */
const TERM = /^[A-Za-z ]{1,60} \(BT-(\d{1,3})\): (.{1,300})$/;
const XML = new Set(['application/xml', 'text/xml']);
/** Its terms are on the first lines of its page. */
const MOST_LINES = 40;
const LONGEST_HEAD = 16_000;
const EXACT = 1;

/** `several`: it is open which of them the document is about. */
export type InvoiceData = DetailFindings | 'several' | undefined;

/** The details of the electronic invoice that a document is, or has in it as ZUGFeRD and Factur-X do. */
export function invoiceDataOf(extraction: Pick<Extraction, 'attachments' | 'detectedType' | 'text'>): InvoiceData {
  const { text, detectedType, attachments } = extraction;
  const pages = XML.has(detectedType)
    ? [1]
    : attachments.flatMap(({ type, firstPage }) => (firstPage !== null && XML.has(type ?? '') ? [firstPage] : []));
  const found = pages.flatMap((page) => detailsOfPage(text, page) ?? []);
  return found.length > 1 ? 'several' : found[0];
}

/** What the data of an electronic invoice says is exact; its text is looked at for the rest. */
export function withInvoiceData(
  extraction: Pick<Extraction, 'attachments' | 'detectedType' | 'text'>,
  find: () => DetailFindings,
): DetailFindings {
  const data = invoiceDataOf(extraction);
  return data === 'several' ? {} : { ...find(), ...data };
}

/** False: its text need not be searched for the data of an invoice. */
export function canHaveInvoiceData({
  detectedType,
  attachments,
}: Pick<Extraction, 'attachments' | 'detectedType'>): boolean {
  return XML.has(detectedType) || attachments.some(({ type, firstPage }) => firstPage !== null && XML.has(type ?? ''));
}

function detailsOfPage(text: string, page: number): DetailFindings | undefined {
  let start = 0;
  for (let before = 1; before < page; before += 1) {
    const end = text.indexOf('\f', start);
    if (end < 0) return undefined;
    start = end + 1;
  }
  const lines = text.slice(start, start + LONGEST_HEAD).split('\n', MOST_LINES);
  if (lines[0]?.trim() !== TITLE) return undefined;
  const firstLine = lineAt(text, start);
  const terms = new Map<number, { value: string; line: number; excerpt: string }[]>();
  for (const [index, line] of lines.entries()) {
    const [, number, value = ''] = TERM.exec(line.trimEnd()) ?? [];
    if (number === undefined) continue;
    const each = { value: value.trim(), line: firstLine + index, excerpt: line.slice(0, 100) };
    terms.set(Number(number), [...(terms.get(Number(number)) ?? []), each]);
  }
  return detailsOf(terms);
}

function lineAt(text: string, place: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < place; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

interface Term {
  value: string;
  line: number;
  excerpt: string;
}

/** The terms of each detail in the order in which they count, and how their text becomes the value. */
const DETAILS: Record<DetailName, { terms: readonly number[]; read: (text: string) => number | string | undefined }> = {
  amount: { terms: [112, 115], read: readAmount },
  currency: { terms: [5], read: (text) => (/^[A-Z]{3}$/.test(text) ? text : undefined) },
  due_date: { terms: [9], read: (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined) },
  iban: { terms: [84], read: validIban },
  invoice_number: { terms: [1], read: (text) => text },
  customer_number: { terms: [46], read: (text) => text },
};
/** Days of several payments. */
const ONE_ONLY: ReadonlySet<DetailName> = new Set(['due_date']);

function detailsOf(terms: ReadonlyMap<number, readonly Term[]>): DetailFindings {
  const details: DetailFindings = {};
  for (const [name, { terms: wanted, read }] of Object.entries(DETAILS) as [
    DetailName,
    (typeof DETAILS)[DetailName],
  ][]) {
    const found = wanted.flatMap((term) => terms.get(term) ?? []);
    if (ONE_ONLY.has(name) && new Set(found.map(({ value }) => value)).size > 1) continue;
    for (const { value: text, line, excerpt } of found) {
      const value = read(text);
      if (value === undefined || details[name]) continue;
      details[name] = { value, foundIn: 'invoice-data', line, excerpt, confidence: EXACT };
    }
  }
  return details;
}

function readAmount(text: string): number | undefined {
  return /^-?\d{1,15}(?:\.\d{1,10})?$/.test(text) ? Number(text) : undefined;
}
