import type {
  ReplyMessage,
  ChildMessage,
  CodedMessage,
  DrawnMessage,
  OpenedMessage,
  PluginFault,
  RenderedMessage,
  SelectedMessage,
} from './messages.js';
import { MOST_COUNTED } from './handed-files.js';
import { DRAWN_OUTCOMES, MOST_PAGES } from './read-drawn.js';
import { OPENED_OUTCOMES } from './read-opened.js';
import { isSentence, MOST_WARNINGS } from './read-result.js';

/** Bytes of one message, line end included. A reply with all its warnings in four-byte characters is half of it. */
export const LONGEST_MESSAGE = 64 * 1024;
const LONGEST_SIDE = 100_000;
const MOST_CPU_MS = 1e10;
const MOST_BYTES = 2 ** 53;
const OUTCOMES: ReadonlySet<unknown> = new Set<ReplyMessage['outcome']>([
  'corrupt',
  'empty',
  'encrypted',
  'insufficient',
  'needs-ocr-lane',
  'text',
  'timeout',
  'too-large',
  'unsupported',
]);

/** One line of a child as a message; undefined when it is none. A child that a file has taken over may write anything. */
export function readMessage(line: string): ChildMessage | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const message = value as Partial<Record<string, unknown>>;
  const { kind, rssBytes, reason, fault, file } = message;
  if (kind === 'ready' || kind === 'ocr-page') return { kind };
  if (kind === 'attaching') return isCount(file, MOST_COUNTED) ? { kind, file } : undefined;
  if (kind === 'memory' || kind === 'idle') return isCount(rssBytes, MOST_BYTES) ? { kind, rssBytes } : undefined;
  if (kind === 'progress') return readProgress(message);
  if (kind === 'failed') return isSentence(reason) && isFault(fault) ? { kind, reason, fault } : undefined;
  if (kind === 'drawn') return readDrawnMessage(message);
  if (kind === 'opened') return readOpenedMessage(message);
  if (kind === 'coded') return readCodedMessage(message);
  if (kind === 'selected') return readSelectedMessage(message);
  if (kind === 'rendered') return readRenderedMessage(message);
  return kind === 'reply' ? readReply(message) : undefined;
}

function readReply(message: Partial<Record<string, unknown>>): ReplyMessage | undefined {
  const { outcome, reason, pages, truncated, isCutShort, warnings, attachments, cpuMs } = message;
  if (!isOutcome(outcome) || !(reason === null || isSentence(reason))) return undefined;
  if (!isCount(pages, MOST_PAGES) || !isCount(cpuMs, MOST_CPU_MS)) return undefined;
  if (typeof truncated !== 'boolean' || typeof isCutShort !== 'boolean') return undefined;
  // One more than an extractor may give: the child adds that the time ran out.
  if (!Array.isArray(warnings) || warnings.length > MOST_WARNINGS + 1 || !warnings.every(isSentence)) return undefined;
  if (!isCount(attachments, MOST_COUNTED)) return undefined;
  return { kind: 'reply', outcome, reason, pages, truncated, isCutShort, warnings, attachments, cpuMs };
}

function readDrawnMessage(message: Partial<Record<string, unknown>>): DrawnMessage | undefined {
  const { outcome, reason, pagesCount, width, height, channels } = message;
  if (!isDrawnOutcome(outcome) || !(reason === null || isSentence(reason))) return undefined;
  if (!(pagesCount === null || isCount(pagesCount, MOST_PAGES))) return undefined;
  if (!isCount(width, LONGEST_SIDE) || !isCount(height, LONGEST_SIDE)) return undefined;
  if (channels !== 1 && channels !== 3) return undefined;
  return { kind: 'drawn', outcome, reason, pagesCount, width, height, channels };
}

function readOpenedMessage(message: Partial<Record<string, unknown>>): OpenedMessage | undefined {
  const { outcome, reason } = message;
  if (!isOpenedOutcome(outcome) || !(reason === null || isSentence(reason))) return undefined;
  return { kind: 'opened', outcome, reason };
}

function readCodedMessage(message: Partial<Record<string, unknown>>): CodedMessage | undefined {
  const { outcome, reason, pagesCount, pages, unreadPages, isCutShort } = message;
  if (!isCodedOutcome(outcome) || !(reason === null || isSentence(reason))) return undefined;
  if (!(pagesCount === null || isCount(pagesCount, MOST_PAGES))) return undefined;
  if (!isCount(pages, MOST_PAGES) || !isCount(unreadPages, pages) || typeof isCutShort !== 'boolean') return undefined;
  return { kind: 'coded', outcome, reason, pagesCount, pages, unreadPages, isCutShort };
}

function readSelectedMessage(message: Partial<Record<string, unknown>>): SelectedMessage | undefined {
  const { outcome, reason, pagesCount, bytes } = message;
  if (!isSelectedOutcome(outcome) || !(reason === null || isSentence(reason))) return undefined;
  if (!(pagesCount === null || isCount(pagesCount, MOST_PAGES)) || !isCount(bytes, MOST_BYTES)) return undefined;
  return { kind: 'selected', outcome, reason, pagesCount, bytes };
}

function readRenderedMessage(message: Partial<Record<string, unknown>>): RenderedMessage | undefined {
  const { outcome, reason, isCut, bytes } = message;
  if (!isRenderedOutcome(outcome) || !(reason === null || isSentence(reason))) return undefined;
  if (typeof isCut !== 'boolean' || !isCount(bytes, MOST_BYTES)) return undefined;
  return { kind: 'rendered', outcome, reason, isCut, bytes };
}

function isRenderedOutcome(value: unknown): value is RenderedMessage['outcome'] {
  return value === 'rendered' || (value !== 'drawn' && DRAWN_OUTCOMES.has(value));
}

function isSelectedOutcome(value: unknown): value is SelectedMessage['outcome'] {
  return value === 'selected' || (value !== 'drawn' && DRAWN_OUTCOMES.has(value));
}

function isCodedOutcome(value: unknown): value is CodedMessage['outcome'] {
  return value === 'read' || (value !== 'drawn' && DRAWN_OUTCOMES.has(value));
}

function isOpenedOutcome(value: unknown): value is OpenedMessage['outcome'] {
  return OPENED_OUTCOMES.has(value);
}

function isDrawnOutcome(value: unknown): value is DrawnMessage['outcome'] {
  return DRAWN_OUTCOMES.has(value);
}

function readProgress({ done, total }: Partial<Record<string, unknown>>): ChildMessage | undefined {
  if (!isCount(done, MOST_PAGES) || !(total === null || isCount(total, MOST_PAGES))) return undefined;
  return { kind: 'progress', done, total };
}

function isFault(value: unknown): value is PluginFault {
  return value === 'other' || value === 'permanent' || value === 'transient';
}

function isOutcome(value: unknown): value is ReplyMessage['outcome'] {
  return OUTCOMES.has(value);
}

function isCount(value: unknown, most: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most;
}
