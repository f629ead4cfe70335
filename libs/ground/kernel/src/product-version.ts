import { createRequire } from 'node:module';

/** As package.json says it. */
export const PRODUCT_VERSION = (createRequire(import.meta.url)('#package') as { version: string }).version;
