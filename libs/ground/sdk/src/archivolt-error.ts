/** What is wrong with one field of a request. */
export interface FieldError {
  /** Dotted path of the field, or null when the whole is meant. */
  path: string | null;
  message: string;
}

/** The server refused a request or could not answer it. Failures of the network are thrown as `fetch` throws them. */
export class ArchivoltError<Code extends string = string> extends Error {
  override readonly name = 'ArchivoltError';

  constructor(
    /** HTTP status. */
    readonly status: number,
    /** For programs, as `tags.already_exists`; empty when something between here and the server answered. */
    readonly code: Code | '',
    message: string,
    /** The fields of the request that are wrong. */
    readonly details: readonly FieldError[],
    /** For the log of the server. */
    readonly requestId: string | undefined,
    /** What else the error says, such as the `documentId` of a `document.already_exists`. */
    readonly facts: Readonly<Record<string, string>> = {},
    /** Seconds after which the same request may succeed, when the server named them. */
    readonly retryAfter?: number | undefined,
  ) {
    super(message);
  }

  static async of(response: Response): Promise<ArchivoltError> {
    const body = readJson(await response.text()) as { error?: Problem } & Problem;
    const { code = '', message, details = [], ...others } = body.error ?? body;
    const requestId = response.headers.get('x-request-id') ?? undefined;
    return new ArchivoltError(
      response.status,
      code,
      message ?? `HTTP ${response.status}`,
      details,
      requestId,
      textsOf(others),
      secondsOf(response.headers.get('retry-after')),
    );
  }
}

/** Servers of others may send a date instead, which is not read. */
function secondsOf(retryAfter: string | null): number | undefined {
  return retryAfter !== null && /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : undefined;
}

interface Problem {
  code?: string;
  message?: string;
  details?: FieldError[];
}

function textsOf(values: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function readJson(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
