import { PermanentPluginError, TransientPluginError } from '../errors.js';
import type { HttpLimits, HttpResponse } from '../host-http.js';
import type { ExtractedPage, ExtractionContext, ExtractionResult } from './extractor.js';
import type { ExtractionLimits } from './limits.js';

/** What messages about a service call it and its settings. */
export interface ServiceNames {
  /** `Docling` */
  service: string;
  /** The setting with its address: `EXTRACTION_DOCLING_BASE_URL`. */
  addressSetting: string;
  /** The setting with its key; missing when there is none. */
  keySetting?: string;
}

const LARGEST_RESPONSE_BYTES = 32 * 1024 * 1024;

/** The limits of one request for a file: at most so many milliseconds, never beyond the deadline of the file. */
export function limitsOfRequest(
  { deadline, signal }: Pick<ExtractionContext, 'deadline' | 'signal'>,
  timeoutMs: number,
): Required<HttpLimits> {
  const left = Math.max(1, Math.min(timeoutMs, deadline - Date.now()));
  return { signal, timeoutMs: left, maxResponseBytes: LARGEST_RESPONSE_BYTES };
}

/** Statuses of a request that may succeed later, an account without money included. All from 500 are, too. */
const LATER = new Set([402, 408, 409, 423, 425, 429]);
/** A service that asks for more is asked again after this time. */
const LONGEST_PAUSE_MS = 15 * 60_000;

/**
 * Judges the status of a service that reads files. Returns `undefined` for 2xx, and a result when the service rejects
 * this file only (400, 413, 415, 422). Otherwise throws `TransientPluginError` with the pause that `Retry-After` asks
 * for, or a `PermanentPluginError` that names the setting to correct. The body is not looked at: it may quote the file
 * and the key.
 */
export function unreadBecauseOf(response: HttpResponse, names: ServiceNames): ExtractionResult | undefined {
  const { status } = response;
  const { service } = names;
  if (status >= 200 && status < 300) return undefined;
  if (status === 413) return { outcome: 'too-large', pages: [], reason: `The file is too large for ${service}.` };
  if (status === 400 || status === 415 || status === 422)
    return { outcome: 'insufficient', pages: [], reason: `${service} rejected the file with status ${status}.` };
  if (status >= 500 || LATER.has(status))
    throw new TransientPluginError(`${service} responded with status ${status}`, {
      retryAfterMs: pauseOf(response, Date.now()),
    });
  throw new PermanentPluginError(`${service} responded with status ${status}. Remedy: ${remedyFor(status, names)}`);
}

function remedyFor(status: number, { addressSetting, keySetting }: ServiceNames): string {
  if (status === 401 || status === 403)
    return keySetting === undefined ? `correct ${addressSetting}` : `set ${keySetting} to a valid key`;
  if (status >= 300 && status < 400)
    return `redirects are not followed; set ${addressSetting} to the address to which it redirects`;
  return `make sure that ${addressSetting} is the address of such a service`;
}

/** Milliseconds until the service wants the next request: the header `Retry-After`, in seconds or as a date. */
export function pauseOf({ headers }: Pick<HttpResponse, 'headers'>, now: number): number {
  const value = headers['retry-after']?.trim();
  if (value === undefined) return 0;
  const pause = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value.slice(0, 100)) - now;
  return Number.isNaN(pause) ? 0 : Math.min(Math.max(pause, 0), LONGEST_PAUSE_MS);
}

/** The JSON of a response, for a service whose address may be wrong. Throws a `PermanentPluginError` for other content. */
export function jsonOf(response: HttpResponse, { service, addressSetting }: ServiceNames): unknown {
  try {
    return JSON.parse(response.text());
  } catch {
    const remedy = `make sure that ${addressSetting} is the address of such a service`;
    throw new PermanentPluginError(`${service} did not respond with JSON. Remedy: ${remedy}`);
  }
}

/** The value at a path of own fields and places in any JSON value; `undefined` when there is none. */
export function valueAt(value: unknown, ...path: readonly (number | string)[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<number | string, unknown>)[key];
  }
  return current;
}

/**
 * The result for the pages that a service has read: without NUL, valid Unicode, at most `maxChars` long. `empty` when
 * there is no text in them. Pages without text are kept, because they count.
 */
export function resultOfPages(
  pages: readonly ExtractedPage[],
  { maxChars }: Pick<ExtractionLimits, 'maxChars'>,
  engine?: string,
): ExtractionResult {
  const kept: ExtractedPage[] = [];
  let room = maxChars;
  let hasText = false;
  for (const page of pages) {
    if (room <= 0) break;
    const text = page.text.slice(0, room).replaceAll('\0', '').toWellFormed();
    hasText ||= text.trim() !== '';
    room -= page.text.length;
    kept.push({ ...page, text });
  }
  const named = engine === undefined || engine === '' ? {} : { engine };
  if (!hasText) return { outcome: 'empty', pages: [], reason: 'There is no text in the file.', ...named };
  return { outcome: 'text', pages: kept, truncated: room < 0 || kept.length < pages.length, ...named };
}
