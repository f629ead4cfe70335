import type { ArchiveRecord, UnmappedRecord } from '../src/archive-records.js';

/** All that a source yields. */
export async function collected(records: AsyncIterable<ArchiveRecord>): Promise<ArchiveRecord[]> {
  const all: ArchiveRecord[] = [];
  for await (const record of records) all.push(record);
  return all;
}

export function ofKind<Kind extends ArchiveRecord['kind']>(all: readonly ArchiveRecord[], kind: Kind) {
  return all.filter((record): record is Extract<ArchiveRecord, { kind: Kind }> => record.kind === kind);
}

export function unmappedOf(all: readonly ArchiveRecord[], what: string): UnmappedRecord[] {
  return ofKind(all, 'unmapped').filter((record) => record.what === what);
}
