import type { Migration } from '../migration.js';
import { foundation } from './0001-foundation.js';
import { lifecycle } from './0002-lifecycle.js';

/** Every schema change, oldest first. */
export const migrations: readonly Migration[] = [foundation, lifecycle];
