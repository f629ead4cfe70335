import { reportSandbox } from '#libs/extraction';
import { doubtful, fine, type Finding } from './finding.js';

/** What holds the processes that read documents, besides the permission model of Node. */
export async function* checkSandbox(dataDir: string): AsyncGenerator<Finding, void> {
  const { protections, missing } = await reportSandbox(dataDir);
  yield fine('sandbox', ['permissions of Node', ...protections].join(', '));
  for (const { what, remedy } of missing) yield doubtful('sandbox', what, `${remedy}.`);
}
