import type { Migration } from '../migrate.js';
import { foundation } from './0001-foundation.js';

/** Every schema change, oldest first. */
export const migrations: readonly Migration[] = [foundation];
