import config from '../../../jest.config.js';

/** Test files that leave something behind, for loader.db-spec.ts, which gives them its PostgreSQL. */
export default {
  ...config,
  rootDir: '../../..',
  roots: ['<rootDir>/test/loader/leaving'],
  testMatch: ['**/*.leaving.ts'],
  testEnvironmentOptions: { ...config.testEnvironmentOptions, restMs: 200, quietMs: 50 },
  globalSetup: undefined,
  globalTeardown: undefined,
};
