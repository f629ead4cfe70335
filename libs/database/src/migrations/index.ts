import type { Migration } from '../migration.js';
import { foundation } from './0001-foundation.js';
import { lifecycle } from './0002-lifecycle.js';
import { idempotency } from './0004-idempotency.js';
import { rateLimits } from './0006-rate-limits.js';
import { taggingRulesAndTasks } from './0003-tagging-rules-and-tasks.js';

/** Every schema change, oldest first. */
export const migrations: readonly Migration[] = [foundation, lifecycle, taggingRulesAndTasks, idempotency, rateLimits];
