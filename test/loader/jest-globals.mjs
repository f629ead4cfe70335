// What test files import from '@jest/globals'. Modules stay loaded between files, so each name leads to the functions
// that jest has handed to the runtime for the file that runs now.
import { forThisFile } from './runtime.mjs';

const nameOf = (name) =>
  new Proxy(function () {}, {
    get: (_, key) => forThisFile()[name][key],
    apply: (_, self, args) => forThisFile()[name](...args),
  });

export const [describe, it, test, beforeAll, beforeEach, afterAll, afterEach, expect, jest] = [
  ...['describe', 'it', 'test', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach', 'expect', 'jest'],
].map(nameOf);
