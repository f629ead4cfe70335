import { createRequire } from 'node:module';

/** The version in package.json. */
export const PRODUCT_VERSION = (createRequire(import.meta.url)('#package') as { version: string }).version;
