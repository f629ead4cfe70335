import { availableParallelism } from 'node:os';

/** Two more than cores, as tests wait for PostgreSQL, servers and browsers; fewer where there is no memory for them. */
const maxWorkers = Math.min(availableParallelism() + 2, Math.floor(process.availableMemory() / (2.5 * 2 ** 30)));

export default {
  maxWorkers: Math.max(maxWorkers, 1),
  testEnvironment: 'node',
  testSequencer: '<rootDir>/test/run/sequencer.mjs',
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/plugins', '<rootDir>/config', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts', '**/*.db-spec.ts', '**/*.contract-spec.ts', '**/*.e2e-spec.ts'],
  // The two templates for extraction plugins become packages of the same name.
  modulePathIgnorePatterns: ['/dist/', '/_template/extraction-remote/package.json'],
  watchPathIgnorePatterns: ['/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  testEnvironmentOptions: { customExportConditions: ['archivolt-source', 'node', 'node-addons'] },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  setupFiles: ['<rootDir>/test/setup.mjs'],
  globalSetup: '<rootDir>/test/support/postgres.global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/postgres.global-teardown.mjs',
  // Reached only by a test that hangs: a machine that is busy with other work takes several times as long.
  testTimeout: 300_000,
  // Modules of finished files stay in memory; without it a worker ends after some 200 files.
  workerIdleMemoryLimit: '1.5GB',
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        module: { type: 'es6' },
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          keepClassNames: true,
        },
      },
    ],
  },
};
