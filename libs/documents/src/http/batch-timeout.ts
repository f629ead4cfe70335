/** A batch over a whole archive takes long, and a response before its end could not say whether it happened. */
export const BATCH_TIMEOUT_MS = 300_000;
