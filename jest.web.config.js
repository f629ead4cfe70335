import config from './jest.config.js';

/** Pages in a real browser. Needs Chromium: `apt-get install chromium-headless-shell` or `chromium`, or CHROMIUM_PATH names one. */
export default {
  ...config,
  roots: ['<rootDir>/test/web'],
  testMatch: ['**/*.web-spec.ts'],
  setupFilesAfterEnv: ['<rootDir>/test/web/support/second-try.mjs'],
  reporters: ['default', '<rootDir>/test/web/support/second-tries-reporter.mjs'],
};
