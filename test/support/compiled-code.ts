import { join } from 'node:path';

const folder = process.env['ARCHIVOLT_TEST_FOLDER'];

/** The environment of processes that load the product: a third of their start is compiling, which one does for all. */
export const KEEPS_COMPILED_CODE: Record<string, string> =
  folder === undefined ? {} : { NODE_COMPILE_CACHE: join(folder, 'compiled') };
