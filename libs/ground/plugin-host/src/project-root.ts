import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** Returns the folder that contains package.json and plugins/, whether sources or the build are running. */
export function projectRoot(): string {
  return dirname(createRequire(import.meta.url).resolve('#package'));
}
