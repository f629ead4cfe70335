import { describe, expect, it } from '@jest/globals';
import { Directory, Places } from '../segments/index.js';
import type { IndexPart } from './index-part.js';
import { RememberedDocuments } from './remembered-documents.js';

const pause = () => Promise.resolve();
const end = (position: number) => ({ position, eventId: `event ${String(position)}` });

function part(segmentId: number | undefined, sequences: number[]): IndexPart {
  const entries = {
    sequences: Float64Array.from(sequences),
    createdAtMicros: Float64Array.from(sequences.keys()),
    removed: Places.none(sequences.length),
  };
  const directory = Directory.decode(Directory.encode(entries));
  return { segmentId, directory, live: Places.all(directory.size), tail: [] };
}

describe('RememberedDocuments', () => {
  it('the cache has the documents after each change, however many there were, also in new segments', async () => {
    const all = Array.from({ length: 6_000 }, (_, index) => 3 * index);
    const parts = [part(undefined, all.slice(0, 100)), part(1, all.slice(100, 3_000)), part(2, all.slice(3_000))];
    const expected = new Set(all.filter((sequence) => sequence % 2 === 0));
    let documents = await RememberedDocuments.of(Float64Array.from(expected), end(0)).within(parts, pause);
    const first = documents;
    for (let step = 1; step <= 8; step += 1) {
      const changed = all.filter((sequence) => sequence % 11 === step);
      const satisfying = changed.filter((sequence) => sequence % 5 < 2);
      for (const sequence of changed) expected.delete(sequence);
      for (const sequence of satisfying) expected.add(sequence);
      const context = { parts, end: end(step), pause };
      documents = await documents.after(Float64Array.from(changed), Float64Array.from(satisfying), context);
      const merged = [part(undefined, all.slice(0, 100)), part(9 + step, all.slice(100))];
      for (const each of [...parts, ...(await documents.within(merged, pause).then(() => merged))]) {
        const found = Array.from(
          documents.placesIn(each).valuesDescending(),
          (place) => each.directory.sequences[place],
        );
        expect(found.reverse()).toEqual([...each.directory.sequences].filter((sequence) => expected.has(sequence)));
      }
    }
    expect(documents.end).toEqual(end(8));
    expect(first.end).toEqual(end(0));
    expect(first.placesIn(parts[1] as IndexPart).count()).toBe(1_450);
  });
});
