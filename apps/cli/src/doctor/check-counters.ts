import type { CounterDifference, Counters, CounterValues } from '#libs/history';
import { fine, wrong, type Finding } from './finding.js';

const SUBJECT = 'counters';

/** Compares the counters of all organizations with their documents; with `fix` it counts again where they differ. */
export async function checkCounters(
  counters: Pick<Counters, 'compare' | 'mend'>,
  { fix }: { fix: boolean },
): Promise<Finding> {
  const differences = await counters.compare();
  const [first] = differences;
  if (!first) return fine(SUBJECT, 'documents and bytes of every organization are right');
  if (fix) {
    for (const { organizationId } of differences) await counters.mend(organizationId);
    return fine(SUBJECT, `corrected for ${differences.length} organizations, for instance ${described(first)}`);
  }
  return wrong(
    SUBJECT,
    `wrong for ${differences.length} organizations, for instance ${described(first)}`,
    'run `npm run doctor -- --fix`; it works while the server runs.',
  );
}

function described({ organizationId, recorded, counted }: CounterDifference): string {
  const names = (Object.keys(counted) as (keyof CounterValues)[]).filter((name) => recorded[name] !== counted[name]);
  const parts = names.map((name) => `${name} ${recorded[name]} instead of ${counted[name]}`);
  return `${organizationId} (${parts.join(', ')})`;
}
