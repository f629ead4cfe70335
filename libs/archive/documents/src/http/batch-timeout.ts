/** A batch over a whole archive takes long, and a response before its end would not say whether it was committed. */
export const BATCH_TIMEOUT_MS = 300_000;
