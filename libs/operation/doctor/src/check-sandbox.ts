import { reportSandbox } from '#capabilities/extraction';
import type { CheckReport } from '#ground/features';
import { ok, warning } from './report.js';

/** Reports what confines the processes that extract text, in addition to the permission model of Node. */
export async function* checkSandbox(dataDir: string): AsyncGenerator<CheckReport, void> {
  const { protections, missing } = await reportSandbox(dataDir);
  yield ok('sandbox', ['permissions of Node', ...protections].join(', '));
  for (const { what, remedy } of missing) yield warning('sandbox', what, `${remedy}.`);
}
