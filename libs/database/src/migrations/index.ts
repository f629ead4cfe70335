import type { Migration } from '../migration.js';
import { foundation } from './0001-foundation.js';
import { lifecycle } from './0002-lifecycle.js';
import { taggingRulesAndTasks } from './0003-tagging-rules-and-tasks.js';
import { idempotency } from './0004-idempotency.js';
import { textLimits } from './0005-text-limits.js';
import { rateLimits } from './0006-rate-limits.js';
import { contentIndexing } from './0008-content-indexing.js';

/** Every schema change, oldest first. */
export const migrations: readonly Migration[] = [
  foundation,
  lifecycle,
  taggingRulesAndTasks,
  idempotency,
  textLimits,
  rateLimits,
  contentIndexing,
];
