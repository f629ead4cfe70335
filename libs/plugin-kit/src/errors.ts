/** Throw when trying again later may work: a network fault, a busy service. The host retries with back-off. */
export class TransientPluginError extends Error {
  override readonly name = 'TransientPluginError';

  /** By name, since a plugin from outside may have brought its own copy of the kit. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isA(TransientPluginError, this, value);
  }
}

/** Throw when trying again cannot help: a refused key, an answer that is not understood. The host does not retry. */
export class PermanentPluginError extends Error {
  override readonly name = 'PermanentPluginError';

  /** By name, since a plugin from outside may have brought its own copy of the kit. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isA(PermanentPluginError, this, value);
  }
}

type ErrorClass = typeof PermanentPluginError | typeof TransientPluginError;

function isA(ours: ErrorClass, asked: unknown, value: unknown): boolean {
  if (asked !== ours) return Function.prototype[Symbol.hasInstance].call(asked, value); // a class of a plugin's own
  return typeof value === 'object' && value !== null && 'name' in value && value.name === ours.name;
}
