import type { Environment } from '#ground/settings';

/** Returns the environment of this process; no other code in the product reads it. */
export function environment(): Environment {
  return process.env;
}
