// node failed-test-files.mjs <report of jest> <most files>: the files with failures, a line each.
// Fails when there is no report, and when more files failed than a busy machine explains.
import { existsSync, readFileSync } from 'node:fs';

const [report, mostFiles] = process.argv.slice(2);
const { testResults = [] } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
if (failed.length === 0 || failed.length > Number(mostFiles)) process.exitCode = 1;
else console.log(failed.join('\n'));
