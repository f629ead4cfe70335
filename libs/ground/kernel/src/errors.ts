/** The kind of a failure. Only the HTTP filter maps a category to a status code. */
export type ErrorCategory =
  | 'conflict'
  | 'forbidden'
  | 'gone'
  | 'insufficient_storage'
  | 'internal'
  | 'invalid'
  | 'not_found'
  | 'precondition_failed'
  | 'range_not_satisfiable'
  | 'rate_limited'
  | 'timeout'
  | 'too_large'
  | 'unauthenticated'
  | 'unavailable'
  | 'unsupported_media';

export interface ErrorDetail {
  /** Dotted path of the field, or null for the whole object. */
  path: string | null;
  message: string;
}

/** What a caller has left of a limit, for the headers `RateLimit` and `RateLimit-Policy`. */
export interface LimitState {
  /** Name of the limit, which clients see. */
  name: string;
  /** How many hits a window has. */
  hits: number;
  /** How long a window is. */
  seconds: number;
  /** Hits that are left in this window. */
  left: number;
  /** When this window ends. */
  secondsLeft: number;
}

interface ErrorOptions {
  /** Replaces the message of the definition, for example to name the missing permission. */
  message?: string;
  details?: ErrorDetail[];
  /** Further keys of the error in the response, such as the id of the document that is in the way. */
  facts?: Readonly<Record<string, string>>;
  cause?: unknown;
  /** For `rate_limited` and `unavailable`: when a client may retry; the HTTP filter has a default. */
  retryAfterSeconds?: number;
  /** For `rate_limited`: the limit that was exceeded. */
  limit?: LimitState;
}

/** A failure with a code that clients know. Any other error becomes 500 `internal.error`. */
export class AppError extends Error {
  readonly details: ErrorDetail[] | undefined;
  readonly facts: Readonly<Record<string, string>> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly limit: LimitState | undefined;

  constructor(
    readonly code: string,
    readonly category: ErrorCategory,
    message: string,
    options: ErrorOptions = {},
  ) {
    super(options.message ?? message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.details = options.details;
    this.facts = options.facts;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.limit = options.limit;
  }
}

export interface ErrorDefinition {
  (options?: ErrorOptions): AppError;
  readonly code: string;
  readonly category: ErrorCategory;
  readonly text: string;
  /** Returns true when this definition created `error`. */
  matches(error: unknown): error is AppError;
}

/** All codes in use, for `docs/reference/errors.md`. */
const definitions = new Map<string, ErrorDefinition>();

/**
 * Declares an error: `export const TagNotFound = defineError('tags.not_found', 'not_found', 'Tag not found.')`,
 * then `throw TagNotFound()`.
 */
export function defineError(code: string, category: ErrorCategory, text: string): ErrorDefinition {
  const make = (options?: ErrorOptions) => new AppError(code, category, text, options);
  const definition: ErrorDefinition = Object.assign(make, {
    code,
    category,
    text,
    matches: (error: unknown): error is AppError => error instanceof AppError && error.code === code,
  });
  definitions.set(code, definition);
  return definition;
}

export function definedErrors(): ErrorDefinition[] {
  return [...definitions.values()].sort((a, b) => a.code.localeCompare(b.code));
}
