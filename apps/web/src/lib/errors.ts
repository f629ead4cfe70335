import { ArchivoltError } from '@archivolt/sdk';

/** What a person is shown about a failure. */
export interface Problem {
  /** In plain words, with the remedy when the server named one. */
  message: string;
  /** For programs, as `tags.already_exists`; empty when there is none. */
  code: string;
  /** HTTP status; 0 when there was no response. */
  status: number;
  /** For the log of the server. */
  requestId: string | undefined;
  /** By the name of the field; `''` for the whole form. */
  fields: ReadonlyMap<string, string>;
  /** Whether the same request may succeed later. */
  canRetry: boolean;
}

/** Turns whatever was thrown into something to show. `offline` is the text for a server that does not respond. */
export function problemOf(error: unknown, offline: string): Problem {
  if (!isOfServer(error)) {
    return { message: offline, code: '', status: 0, requestId: undefined, fields: new Map(), canRetry: true };
  }
  const { status, code, message, details, requestId } = error;
  const fields = new Map<string, string>();
  for (const { path, message: text } of details) {
    const name = path ?? '';
    fields.set(name, fields.has(name) ? `${fields.get(name)}; ${text}` : text);
  }
  return { message, code, status, requestId, fields, canRetry: status >= 500 || status === 429 || status === 408 };
}

const isOfServer = (error: unknown): error is ArchivoltError => error instanceof ArchivoltError;

export const isStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof ArchivoltError && statuses.includes(error.status);

export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof ArchivoltError && error.code === code;

/** Seconds after which the same request may succeed, when the server named them. */
export const retryAfterOf = (error: unknown): number | undefined =>
  error instanceof ArchivoltError ? error.retryAfter : undefined;

/** How many more passwords a visitor of a link may try. */
export function attemptsLeftOf(error: unknown): number | undefined {
  const left = error instanceof ArchivoltError ? error.facts['attemptsLeft'] : undefined;
  return left === undefined ? undefined : Number(left);
}
