interface TransientFacts {
  isTimeout?: boolean;
  hasResponse?: boolean;
  retryAfterMs?: number;
}

/** Throw this when a retry may succeed: a network fault, a busy service. The host retries with back-off. */
export class TransientPluginError extends Error {
  override readonly name = 'TransientPluginError';
  /** True: the time was up. The same request may take as long again, so an auto-tagger gets it only three times. */
  readonly isTimeout: boolean;
  /** True: a response had begun, and was not complete. The service has worked for it. */
  readonly hasResponse: boolean;
  /** The service wants no request before so many milliseconds have passed; 0 when it has not said so. */
  readonly retryAfterMs: number;

  constructor(
    message?: string,
    { isTimeout = false, hasResponse = false, retryAfterMs = 0, ...options }: ErrorOptions & TransientFacts = {},
  ) {
    super(message, options);
    this.isTimeout = isTimeout;
    this.hasResponse = hasResponse;
    this.retryAfterMs = retryAfterMs;
  }

  /** Compares by name, because an external plugin may contain its own copy of the kit. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isA(TransientPluginError, this, value);
  }
}

/** Throw this when a retry cannot succeed: a rejected key, an unknown response. The host does not retry. */
export class PermanentPluginError extends Error {
  override readonly name = 'PermanentPluginError';

  /** Compares by name, because an external plugin may contain its own copy of the kit. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isA(PermanentPluginError, this, value);
  }
}

type ErrorClass = typeof PermanentPluginError | typeof TransientPluginError;

function isA(ours: ErrorClass, asked: unknown, value: unknown): boolean {
  if (asked !== ours) return Function.prototype[Symbol.hasInstance].call(asked, value); // a subclass defined by a plugin
  return typeof value === 'object' && value !== null && 'name' in value && value.name === ours.name;
}
