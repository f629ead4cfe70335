// Random queries against the list of documents, each answer compared with a look at every document:
//   npm run bench -- search-fuzz [--runs 5000] [--seed <of a failure>]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '../..');

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: { runs: { type: 'string', default: '5000' }, seed: { type: 'string' } },
  });
  const environment = { ...process.env, SEARCH_FUZZ_RUNS: values.runs };
  if (values.seed !== undefined) environment.SEARCH_FUZZ_SEED = values.seed;
  const test = spawn(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      join(root, 'node_modules/jest/bin/jest.js'),
      'test/e2e/hostile-queries',
    ],
    { cwd: root, env: environment, stdio: 'inherit' },
  );
  const [code] = await once(test, 'exit');
  process.exitCode = code ?? 1;
}
