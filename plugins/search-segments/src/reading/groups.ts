import type { SearchGroups } from '@archivolt/plugin-kit';
import { COLUMNS_OF_GROUPS, groupsOfMatches } from '@archivolt/search-sql';
import { sequencesOf, type Matches } from './matches.js';
import type { Reading } from './reading.js';

const PIECE = 4_096;

const GROUPS = groupsOfMatches(
  `select ${COLUMNS_OF_GROUPS.join(', ')}
   from unnest($1::bigint[]) m (sequence) join document d on d.sequence = m.sequence
   where d.organization_id = $2 and d.deleted_at is null`,
);

export async function countInGroups(matches: Matches, reading: Reading): Promise<SearchGroups> {
  const sequences = await sequencesOf(matches, reading);
  await reading.session.planForValues();
  const [groups] = await reading.session.query<SearchGroups>(GROUPS, [
    await arrayLiteral(sequences, reading),
    reading.organizationId,
  ]);
  if (groups === undefined) throw new Error('counting returns one row');
  return groups;
}

/** As PostgreSQL reads an array; made in steps, because there may be a million. */
async function arrayLiteral(numbers: Float64Array, { pacer }: Reading): Promise<string> {
  const pieces: string[] = [];
  for (let start = 0; start < numbers.length; start += PIECE) {
    pieces.push(numbers.subarray(start, start + PIECE).join(','));
    await pacer.step();
  }
  return `{${pieces.join(',')}}`;
}
