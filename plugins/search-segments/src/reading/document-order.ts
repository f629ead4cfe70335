import type { SearchSort } from '@archivolt/plugin-kit';
import type { DocumentOrder } from './index-caches.js';
import type { OrganizationLog } from './organization-log.js';
import type { Reading } from './reading.js';
import { orderBy } from './sort-columns.js';

const IN_ONE_ROW = 8_192;
const ENTRY_BYTES = 300;

/** The order, and the documents that have changed since and may stand elsewhere in it, ascending. */
export interface OrderNow {
  order: DocumentOrder;
  changed: Float64Array;
}

/** Reads the order, or takes the one that was read when not much has changed since. `first` is any document of the index. */
export async function documentOrder(
  field: SearchSort['field'],
  { log, first }: { log: OrganizationLog; first: number },
  reading: Reading,
): Promise<OrderNow> {
  const key = keyOf(field, reading);
  const known = reading.caches.orders.get(key);
  if (known !== undefined) {
    if (log.isAt(known.end)) return { order: known, changed: new Float64Array() };
    const changes = await log.changesSince(known.end);
    if (changes !== undefined) return { order: known, changed: changes.sequences };
  }
  const order = { end: log.end, first, numbers: await readNumbers(field, first, reading) };
  const isOlder = known !== undefined && known.end.position > log.end.position;
  if (!isOlder) reading.caches.orders.set(key, order, order.numbers.byteLength + ENTRY_BYTES);
  return { order, changed: new Float64Array() };
}

/** Whether the order was read and is remembered, if perhaps from before some changes. */
export function isOrderKnown(field: SearchSort['field'], reading: Reading): boolean {
  return reading.caches.orders.get(keyOf(field, reading)) !== undefined;
}

const keyOf = (field: SearchSort['field'], { organizationId }: Reading) => `${organizationId} ${field}`;

async function readNumbers(field: SearchSort['field'], first: number, reading: Reading): Promise<Int32Array> {
  await reading.session.planForValues();
  const rows = await reading.session.query<{ numbers: Buffer }>(
    `select string_agg(int4send((sequence - $2::bigint)::int), ''::bytea order by place) as numbers
     from (select d.sequence, row_number() over (order by ${orderBy({ field, order: 'asc' })}) - 1 as place
       from document d where d.organization_id = $1 and d.deleted_at is null
         and d.sequence - $2::bigint between -2147483648 and 2147483647) ordered
     group by place / ${String(IN_ONE_ROW)} order by place / ${String(IN_ONE_ROW)}`,
    [reading.organizationId, first],
  );
  const numbers = new Int32Array(rows.reduce((sum, row) => sum + row.numbers.length / 4, 0));
  let count = 0;
  for (const row of rows) {
    for (let at = 0; at < row.numbers.length; at += 4) {
      numbers[count] = row.numbers.readInt32BE(at);
      count += 1;
    }
    await reading.pacer.step();
  }
  return numbers;
}
