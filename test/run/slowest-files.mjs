// A reporter for jest: names the ten slowest files of a long run.
import { relative } from 'node:path';

export default class SlowestFiles {
  onRunComplete(_contexts, { testResults }) {
    if (testResults.length < 20) return;
    const files = testResults.map(({ testFilePath, perfStats }) => ({ testFilePath, ...perfStats }));
    const slowest = files.toSorted((a, b) => b.runtime - a.runtime).slice(0, 10);
    console.error('\nSlowest files:');
    for (const { testFilePath, runtime } of slowest)
      console.error(`${(runtime / 1000).toFixed(1).padStart(7)} s ${relative('', testFilePath)}`);
  }
}
