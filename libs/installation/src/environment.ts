import type { Environment } from '#libs/config';

/** The environment of this process; nothing else in the product reads it. */
export function environment(): Environment {
  return process.env;
}
