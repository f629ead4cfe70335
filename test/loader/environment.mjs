// An environment for jest without a context of its own: test files run in the global object of the worker, which they
// leave as they found it.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { OpenResources } from './open-resources.mjs';
import { differences, processState, restoreProcess } from './process-state.mjs';
import { Watchdog } from './watchdog.mjs';

const require = createRequire(createRequire(import.meta.url).resolve('jest-environment-node/package.json'));
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const OF_COMPILER = 'node-compile-cache'; // kept by TypeScript, wherever temporary files are
const resources = new OpenResources();

export default class SharedEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  #ofWorker = processState();
  #exit = process.exit; // jest replaces it for each file

  constructor({ projectConfig }, { testPath }) {
    const { restMs, quietMs } = projectConfig.testEnvironmentOptions;
    this.restMs = restMs;
    this.watchdog = new Watchdog(relative(process.cwd(), testPath), () => resources.lines(), quietMs);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  getVmContext() {
    return null;
  }

  async setup() {
    this.folder = mkdtempSync(join(process.env.ARCHIVOLT_TEST_FOLDER ?? tmpdir(), '/'));
    chmodSync(this.folder, 0o711); // readers run as other users
    process.env.TMPDIR = this.folder;
    this.before = processState();
    resources.begin();
  }

  handleTestEvent(event) {
    this.watchdog.note(event);
  }

  /** Loaded modules stay, so what they do once while loading is not of this file. */
  testFileIsLoaded() {
    if (this.before === undefined) return; // it is a setup file
    this.before = { ...processState(), env: this.before.env };
    resources.begin();
  }

  async leftBehind() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    const settings = differences(this.before, processState());
    const open = await resources.left(this.folder, this.restMs);
    const files = readdirSync(this.folder, { recursive: true }).filter((name) => !name.startsWith(OF_COMPILER));
    return [...settings, ...open, ...files.map((name) => `temporary file ${name}`)];
  }

  async teardown() {
    this.watchdog.end();
    restoreProcess(this.#ofWorker);
    process.exit = this.#exit;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
