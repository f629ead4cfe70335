import plain from './jest.plain.config.js';

/**
 * The modules of the application stay loaded between the test files of a worker (test/loader). Plain jest, which imports
 * them again for each file, watches files and measures coverage.
 */
const loadedOnce = {
  ...plain,
  runtime: '<rootDir>/test/loader/runtime.mjs',
  testEnvironment: '<rootDir>/test/loader/environment.mjs',
  testRunner: '<rootDir>/test/loader/runner.mjs',
  injectGlobals: false, // all import from @jest/globals; globals would be those of the first file
};
const needsPlain = process.argv.some((option) => /^--(watch|watchAll|coverage)\b/.test(option));

export default needsPlain || process.env.TEST_LOADER === 'plain' ? plain : loadedOnce;
