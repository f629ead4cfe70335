import type { Migration } from '../migration.js';
import { foundation } from './0001-foundation.js';

/** Every schema change, oldest first. */
export const migrations: readonly Migration[] = [foundation];
