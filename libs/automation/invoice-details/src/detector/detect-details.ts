import { detectDate, excerptOf, linesOf, readingOf, type Line, type TextPart } from '#automation/date-detection';
import { accountOf } from './account-of-payee.js';
import { amountOf } from './amount-of-invoice.js';
import type { DetailFinding, DetailFindings, DetailName } from './detail-finding.js';
import { dayOfTerm, dueDates, onlyDay } from './due-date.js';
import { labelledLines, placesOf } from './labelled-places.js';
import { agreed, numberAt } from './numbers-of-invoice.js';

export interface DetectionOptions {
  /** The name of the file. */
  name: string;
  /** The day the document came in, as `YYYY-MM-DD`. */
  received: string;
  /** How `07/03/26` is read where nothing else says it. */
  order?: 'day-first' | 'month-first' | 'year-first' | undefined;
}

const SURE_ENOUGH = 0.6;
/** A term counts from the date of the invoice only if that is as sure as a label makes it. */
const SURE_DATE = 0.9;

/** Amount, currency, due date and numbers of a document, by the words of its text. What is not sure is missing. */
export function detectDetails(parts: readonly TextPart[], options: DetectionOptions): DetailFindings {
  const lines = parts.flatMap(linesOf);
  const labelled = labelledLines(lines);
  const places = placesOf(labelled);
  const { reading } = readingOf(lines, options);
  const details: Partial<Record<DetailName, Found | undefined>> = {};

  const amount = amountOf(places, lines);
  details.amount = amount;
  if (amount?.currency !== undefined) details.currency = { ...amount, value: amount.currency };

  const account = accountOf(lines);
  details.iban = account && { ...account, value: account.iban };

  const issued = issueDay(parts, options);
  const due = dueDates(places, labelled, reading);
  const day = due.length > 0 ? onlyDay(due, issued) : dayOfTerm(labelled, issued);
  details.due_date = day && { ...day, value: day.day };

  const numbers = (...labels: string[]) =>
    agreed(places.filter(({ label }) => labels.includes(label)).flatMap((place) => numberAt(place) ?? []));
  details.invoice_number = numbers('invoice', 'title');
  details.customer_number = numbers('customer');

  return findingsOf(details);
}

interface Found {
  value: number | string;
  line: Line;
  from: number;
  confidence: number;
}

function findingsOf(details: Partial<Record<DetailName, Found | undefined>>): DetailFindings {
  const findings: DetailFindings = {};
  for (const [name, found] of Object.entries(details) as [DetailName, Found | undefined][])
    if (found && found.confidence >= SURE_ENOUGH) findings[name] = findingOf(found);
  return findings;
}

function findingOf({ value, line, from, confidence }: Found): DetailFinding {
  const rounded = Math.round(confidence * 100) / 100;
  return { value, foundIn: 'text', line: line.number, excerpt: excerptOf(line, from), confidence: rounded };
}

function issueDay(parts: readonly TextPart[], options: DetectionOptions): string | undefined {
  const { finding } = detectDate(parts, options);
  return finding && finding.foundIn === 'text' && finding.confidence >= SURE_DATE ? finding.day : undefined;
}
