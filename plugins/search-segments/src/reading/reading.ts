import type { SearchField } from '@archivolt/plugin-kit';
import { BoundedCache } from '../bounded-cache.js';
import type { Pacer } from '../pacer.js';
import type { Directory, Places } from '../segments/index.js';
import type { SearchSession } from './search-transaction.js';

const DIRECTORY_BYTES = 128_000_000;
const TAIL_BYTES = 32_000_000;
const LEAF_BYTES = 64_000_000;

/** The packed terms of a document in the tail. */
export type TailTexts = Record<SearchField, Uint8Array>;

/** What this process remembers of what never changes. */
export class IndexCaches {
  /** By segment. */
  readonly directories = new BoundedCache<number, Directory>(DIRECTORY_BYTES);
  /** By document and version. */
  readonly tail = new BoundedCache<string, TailTexts>(TAIL_BYTES);
  /** By segment and leaf. */
  readonly leaves = new BoundedCache<string, Places>(LEAF_BYTES);
}

/** One search in the index of an organization. */
export interface Reading {
  organizationId: string;
  session: SearchSession;
  caches: IndexCaches;
  pacer: Pacer;
}
