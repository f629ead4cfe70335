import type { Pacer } from '../pacer.js';
import type { IndexCaches } from './index-caches.js';
import type { SearchSession } from './search-transaction.js';

/** One search in the index of an organization. */
export interface Reading {
  organizationId: string;
  session: SearchSession;
  caches: IndexCaches;
  pacer: Pacer;
}
