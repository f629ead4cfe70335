// For jest: starts the files that take longest first. `npm run test:durations` records them again.
import fs from 'node:fs';
import { join, relative, sep } from 'node:path';
import Sequencer from '@jest/test-sequencer';
import { longestFirst } from './longest-first.ts';

const root = join(import.meta.dirname, '../..');
const recorded = JSON.parse(fs.readFileSync(join(import.meta.dirname, 'durations.json'), 'utf8'));

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const files = Array.from(tests, (test) => {
      const path = relative(root, test.path).replaceAll(sep, '/');
      return { test, path, size: fs.statSync(test.path).size };
    });
    return longestFirst(files, recorded).map(({ test }) => test);
  }
}
