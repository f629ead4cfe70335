import { BoundValues, documentCondition, type DocumentLeaf } from '@archivolt/search-sql';
import { unpackNumbers } from '../packed-numbers.js';
import type { Reading } from './reading.js';

/** Numbers of documents that share all but their last 15 bits come in one row, with two bytes for each. */
const SHARED_BITS = 15;
const IN_ONE_ROW = 2 ** SHARED_BITS;

/** The documents that satisfy a condition, ascending. */
export async function readSequences(leaf: DocumentLeaf, reading: Reading): Promise<Float64Array> {
  const values = new BoundValues();
  await reading.session.planForValues();
  const rows = await reading.session.query<{ start: number; found: Buffer }>(
    `select ((d.sequence >> ${String(SHARED_BITS)}) << ${String(SHARED_BITS)})::float8 as start,
       string_agg(int2send(((d.sequence & ${String(IN_ONE_ROW - 1)}) - ${String(IN_ONE_ROW)})::int2), ''::bytea
         order by d.sequence) as found
     from document d where ${satisfied(leaf, values, reading)} group by 1 order by 1`,
    values.list,
  );
  const sequences = new Float64Array(rows.reduce((sum, { found }) => sum + found.length / 2, 0));
  let count = 0;
  for (const { start, found } of rows) {
    for (let at = 0; at < found.length; at += 2) {
      sequences[count] = start + IN_ONE_ROW + found.readInt16BE(at);
      count += 1;
    }
    await reading.pacer.step();
  }
  return sequences;
}

/** Those of these documents that satisfy a condition, ascending. */
export async function readSatisfying(
  leaf: DocumentLeaf,
  sequences: Float64Array,
  reading: Reading,
): Promise<Float64Array> {
  const values = new BoundValues();
  await reading.session.planForValues();
  const [row] = await reading.session.query<{ found: Buffer }>(
    `select coalesce(string_agg(int8send(d.sequence), ''::bytea order by d.sequence), '') as found
     from document d where d.sequence = any(${values.bind([...sequences])}::bigint[])
       and ${satisfied(leaf, values, reading)}`,
    values.list,
  );
  return unpackNumbers(row?.found ?? Buffer.alloc(0));
}

function satisfied(leaf: DocumentLeaf, values: BoundValues, { organizationId }: Reading): string {
  const scope = `d.organization_id = ${values.bind(organizationId)} and d.deleted_at is null`;
  return `${scope} and ${documentCondition(leaf, values)}`;
}
