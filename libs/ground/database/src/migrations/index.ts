import type { Migration } from '../migration.js';
import { foundation } from './0001-foundation.js';
import { lifecycle } from './0002-lifecycle.js';
import { taggingRulesAndTasks } from './0003-tagging-rules-and-tasks.js';
import { idempotency } from './0004-idempotency.js';
import { textLimits } from './0005-text-limits.js';
import { leases } from './0054-leases.js';

/** The first ones create or change tables of several features, the others those of this room. */
export const databaseMigrations: readonly Migration[] = [
  foundation,
  lifecycle,
  taggingRulesAndTasks,
  idempotency,
  textLimits,
  leases,
];
