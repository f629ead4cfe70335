/** Throw when trying again later may work: a network fault, a busy service. The host retries with back-off. */
export class TransientPluginError extends Error {
  override readonly name = 'TransientPluginError';
}

/** Throw when trying again cannot help: a refused key, an answer that is not understood. The host does not retry. */
export class PermanentPluginError extends Error {
  override readonly name = 'PermanentPluginError';
}
