// npm run test:durations <report of jest>…: records which files of tests are slow, for test/run/sequencer.mjs. Reports come from
// `npm test -- --json --outputFile=report.json`, on an otherwise idle machine. Files in no report keep what is recorded.
import fs from 'node:fs';
import { join, relative, sep } from 'node:path';
import { slowFiles } from '../test/run/longest-first.ts';

const root = join(import.meta.dirname, '..');
const record = join(root, 'test/run/durations.json');
const reports = process.argv.slice(2).map((file) => JSON.parse(fs.readFileSync(file, 'utf8')));
if (reports.length === 0) throw new Error('name at least one report of jest');

const durations = Object.entries(JSON.parse(fs.readFileSync(record, 'utf8'))).map(([file, s]) => [file, s * 1000]);
const all = new Map(durations.filter(([file]) => fs.existsSync(join(root, file))));
for (const { name, startTime, endTime } of reports.flatMap(({ testResults }) => testResults))
  all.set(relative(root, name).replaceAll(sep, '/'), endTime - startTime);
fs.writeFileSync(record, `${JSON.stringify(slowFiles(all), undefined, 2)}\n`);
