import { reportSandbox, type SandboxReport } from '#capabilities/extraction';
import type { CheckReport } from '#ground/features';
import { failure, ok, warning } from './report.js';

/** Reports what confines the processes that extract text, in addition to the permission model of Node. */
export async function* checkSandbox(dataDir: string): AsyncGenerator<CheckReport, void> {
  let report: SandboxReport;
  try {
    report = await reportSandbox(dataDir);
  } catch (error) {
    yield failure('sandbox', error);
    return;
  }
  const { protections, missing } = report;
  yield ok('sandbox', ['permissions of Node', ...protections].join(', '));
  for (const { what, remedy } of missing) yield warning('sandbox', what, `${remedy}.`);
}
