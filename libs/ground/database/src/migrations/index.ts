import type { Migration } from '../migration.js';
import { foundation } from './0001-foundation.js';
import { lifecycle } from './0002-lifecycle.js';
import { taggingRulesAndTasks } from './0003-tagging-rules-and-tasks.js';
import { idempotency } from './0004-idempotency.js';
import { textLimits } from './0005-text-limits.js';

/** Migrations that change tables of several features, oldest first. Features bring the others. */
export const foundationMigrations: readonly Migration[] = [
  foundation,
  lifecycle,
  taggingRulesAndTasks,
  idempotency,
  textLimits,
];
