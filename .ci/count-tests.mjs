// node count-tests.mjs <folder of results> <failed parts>: shows the times of the parts and the slowest files of tests,
// counts the tests of all reports, and fails when one failed.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const [folder, failedParts] = process.argv.slice(2);
const textOf = (name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined);
const filesOf = (name) => {
  const { testResults = [] } = JSON.parse(textOf(name) ?? '{}');
  return new Map(testResults.map((file) => [file.name, file]));
};
const line = (text, seconds) => console.log(`${text.padEnd(70)} ${seconds.toFixed(0).padStart(5)} s`);

console.log('\nParts:');
for (const part of (textOf('parts') ?? '').trim().split('\n')) {
  const [state, name, seconds] = part.split(' ');
  if (seconds) line(`${state.padEnd(6)} ${name}`, Number(seconds));
}

const total = { passed: 0, failed: 0, skipped: 0 };
const durations = [];
const passedLater = [];
for (const script of ['test', 'test:web']) {
  const second = filesOf(`${script}.second.json`);
  for (const [name, { status }] of second) if (status !== 'failed') passedLater.push(name);
  for (const [name, first] of filesOf(`${script}.json`)) {
    durations.push([name, (first.endTime - first.startTime) / 1000]);
    const { status, assertionResults } = second.get(name) ?? first;
    const count = (wanted) => assertionResults.filter((test) => wanted.includes(test.status)).length;
    total.passed += count(['passed']);
    total.skipped += count(['pending', 'skipped', 'todo', 'disabled']);
    // A file that could not be run counts as one failed test.
    total.failed += status === 'failed' ? Math.max(count(['failed']), 1) : 0;
  }
}

console.log('\nSlowest files:');
for (const [name, seconds] of durations.sort((a, b) => b[1] - a[1]).slice(0, 10)) line(relative('', name), seconds);
console.log('');
for (const name of passedLater)
  console.log(`${relative('', name)} failed at first and passed when run once more: find out why.`);

// So does a check.
const failed = Math.max(total.failed, Number(failedParts));
console.log(`${total.passed} passed, ${failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = failed > 0 || total.passed === 0 ? 1 : 0;
