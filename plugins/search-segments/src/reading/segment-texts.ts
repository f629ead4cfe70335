import { addPlaces, Places, type SegmentBlock, type TermRange } from '../segments/index.js';
import type { IndexPart } from './index-part.js';
import type { Reading } from './reading.js';
import type { TextLeaf } from './text-leaf.js';

/** Look-ups of one term range in one segment that are made by one statement, whichever leaves they are for. */
const LOOK_UPS_AT_ONCE = 200;
/** Blocks that one statement reads, 8 MB, and that one look-up goes through without a pause: a prefix may be in thousands. */
const BLOCKS_AT_ONCE = 2_048;
const BLOCKS_OF_LOOK_UP = 64;

/** From the last block that begins at or before the range to the last one that begins in it, so many at most after the first. */
const READ_BLOCKS = `
  select l.number::int as number, b.first_term as "firstTerm", b.body
  from unnest($1::bigint[], $2::bytea[], $3::bytea[]) with ordinality as l (segment_id, first, after, number)
  cross join lateral (
    (select first_term, body from search_segments_block
     where segment_id = l.segment_id and first_term <= l.first order by first_term desc limit 1)
    union all
    (select first_term, body from search_segments_block
     where segment_id = l.segment_id and first_term > l.first and first_term < l.after
     order by first_term limit $4)) b
  order by l.number, b.first_term`;

interface LookUp {
  part: IndexPart;
  range: TermRange;
  into: Places;
}

/** A leaf that is looked up in a segment. */
export interface AskedLeaf {
  part: IndexPart;
  leaf: TextLeaf;
}

/** Which documents of a segment have the terms of a leaf, for each of these pairs. */
export async function segmentCandidates(asked: readonly AskedLeaf[], reading: Reading): Promise<Places[]> {
  const lookUps: LookUp[] = [];
  const found = asked.map(({ part, leaf }) =>
    leaf.fields.map(({ ranges }) =>
      ranges.map((range) => {
        const into = Places.none(part.directory.size);
        lookUps.push({ part, range, into });
        return into;
      }),
    ),
  );
  await answer(lookUps, reading);
  return found.map((fields, index) => {
    const any = Places.none(asked[index]?.part.directory.size ?? 0);
    for (const [first, ...others] of fields) {
      if (first !== undefined) any.or(others.reduce((all, places) => all.and(places), first));
    }
    return any;
  });
}

async function answer(lookUps: readonly LookUp[], { session, pacer }: Reading): Promise<void> {
  for (let start = 0; start < lookUps.length; start += LOOK_UPS_AT_ONCE) {
    let asked = lookUps
      .slice(start, start + LOOK_UPS_AT_ONCE)
      .map((lookUp) => ({ ...lookUp, from: lookUp.range.from }));
    while (asked.length > 0) {
      const most = Math.min(BLOCKS_OF_LOOK_UP, Math.ceil(BLOCKS_AT_ONCE / asked.length));
      const rows = await session.query<SegmentBlock & { number: number }>(READ_BLOCKS, [
        asked.map(({ part }) => part.segmentId),
        asked.map(({ from }) => Buffer.from(from)),
        asked.map(({ range }) => Buffer.from(range.to === 'exact' ? range.from : range.to)),
        most,
      ]);
      const unfinished: typeof asked = [];
      for (let first = 0; first < rows.length;) {
        const number = rows[first]?.number ?? 0;
        let end = first;
        while (rows[end]?.number === number) end += 1;
        const lookUp = asked[number - 1];
        if (lookUp !== undefined) {
          addPlaces(rows.slice(first, end), lookUp.range, lookUp.into);
          if (end - first >= most) unfinished.push({ ...lookUp, from: rows[end - 1]?.firstTerm ?? lookUp.from });
        }
        first = end;
        await pacer.step();
      }
      asked = unfinished;
    }
  }
}
