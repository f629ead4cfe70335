import { defineFeature } from '#libs/feature';
import { foundationMigrations } from './migrations/index.js';

export const databaseFeature = defineFeature({ name: 'database', migrations: foundationMigrations });
