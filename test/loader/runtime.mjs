// A runtime for jest (its option `runtime`) that loads test files by Node's own loader. Modules stay loaded between the
// files of a worker, so the application is imported once per worker instead of once per file. A file that begins with
// `/** @own-modules */` has sources of its own, and shares the packages.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { importTest } from './typescript.mjs';

const require = createRequire(createRequire(import.meta.url).resolve('jest-circus/package.json'));
/** Where jest-circus keeps what a file has declared and its settings. */
const STATE_OF_CIRCUS = /^(JEST_STATE_SYMBOL|EVENT_HANDLERS|TEST_TIMEOUT_SYMBOL|\w*RETRY\w*)$/;

let current;
let imports = 0;
export const forThisFile = () => current;

export default class LoadedOnceRuntime {
  constructor(_, environment) {
    this.environment = environment;
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    Error.prepareStackTrace = undefined; // jest knows no source maps of modules that it did not load; Node does
    process.setSourceMapsEnabled(true);
    const hasOwn = readFileSync(path, 'utf8').startsWith('/** @own-modules */');
    // Each time again, unlike what it imports.
    await importTest(`${pathToFileURL(path).href}?${hasOwn ? 'own=' : ''}${(imports += 1)}`);
    this.environment.testFileIsLoaded();
  }

  requireModule(path) {
    return require(path);
  }

  /** The runner of a file, and with it a new state of jest-circus. */
  requireInternalModule(path) {
    delete require.cache[path];
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (STATE_OF_CIRCUS.test(symbol.description ?? '')) delete globalThis[symbol];
    return require(path);
  }

  setGlobalsForRuntime(globals) {
    const settings = {
      setTimeout: (ms) => (globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')] = ms),
      retryTimes: (times, { logErrorsBeforeRetry } = {}) => {
        globalThis[Symbol.for('RETRY_TIMES')] = times;
        globalThis[Symbol.for('LOG_ERRORS_BEFORE_RETRY')] = logErrorsBeforeRetry;
      },
    };
    const parts = [settings, this.environment.moduleMocker, this.environment.fakeTimersModern];
    const method = (_, name) => {
      const part = parts.find((each) => name in each);
      return part?.[name].bind(part);
    };
    current = { ...globals, jest: new Proxy({}, { get: method }) };
  }

  getSourceMaps() {
    return new Map();
  }

  enterTestCode() {}
  leaveTestCode() {}
  getAllCoverageInfoCopy() {}
  teardown() {}
}
