import type { Directory, Places } from '../segments/index.js';
import { lowerBound } from '../segments/sequence-index.js';
import type { IndexPart } from './index-part.js';
import type { LogEnd } from './log-end.js';

const ENTRY_BYTES = 500;
/** About what a place of a map takes. */
const CHANGE_BYTES = 40;
/** Changed documents that are kept apart from the others; more are joined with them. */
const MOST_CHANGES = 1_000;

/** The documents that satisfy a condition at one end of the log. It never changes; searches may share it. */
export class RememberedDocuments {
  private constructor(
    readonly end: LogEnd,
    /** Ascending. */
    private readonly sequences: Float64Array,
    /** Whether documents that were changed since then satisfy it. */
    private readonly changed: ReadonlyMap<number, boolean>,
    /** By segment. */
    private readonly places: ReadonlyMap<number, Places>,
  ) {}

  static of(sequences: Float64Array, end: LogEnd): RememberedDocuments {
    return new RememberedDocuments(end, sequences, new Map(), new Map());
  }

  /** In memory, about. */
  get bytes(): number {
    let bytes = ENTRY_BYTES + this.sequences.byteLength + this.changed.size * CHANGE_BYTES;
    for (const { words } of this.places.values()) bytes += words.byteLength;
    return bytes;
  }

  /** The same at a later end of the log, when of the changed documents only these satisfy the condition. */
  async after(
    changed: Float64Array,
    satisfying: Float64Array,
    { parts, end, pause }: { parts: readonly IndexPart[]; end: LogEnd; pause: () => Promise<void> },
  ): Promise<RememberedDocuments> {
    const now = new Set(satisfying);
    const all = new Map(this.changed);
    for (const sequence of changed) all.set(sequence, now.has(sequence));
    const places = new Map(this.places);
    for (const { segmentId, directory } of parts) {
      const before = segmentId === undefined ? undefined : places.get(segmentId);
      if (segmentId === undefined || before === undefined) continue;
      const after = before.copy();
      for (const sequence of changed) setPlace(directory, after, sequence, now.has(sequence));
      places.set(segmentId, after);
      await pause();
    }
    if (all.size <= MOST_CHANGES) return new RememberedDocuments(end, this.sequences, all, places);
    return new RememberedDocuments(end, joined(this.sequences, all), new Map(), places);
  }

  /** The same for just these parts of the index: places in segments that are gone are forgotten. */
  async within(parts: readonly IndexPart[], pause: () => Promise<void>): Promise<RememberedDocuments> {
    const segments = parts.filter(({ segmentId }) => segmentId !== undefined);
    const isKnown = segments.every(({ segmentId }) => this.places.has(segmentId ?? -1));
    if (isKnown && segments.length === this.places.size) return this;
    const places = new Map<number, Places>();
    for (const { segmentId = -1, directory } of segments) {
      places.set(segmentId, this.places.get(segmentId) ?? this.#placesOf(directory));
      await pause();
    }
    return new RememberedDocuments(this.end, this.sequences, this.changed, places);
  }

  /** Where they are in a part of the index; the receiver may change the set. */
  placesIn({ segmentId, directory }: IndexPart): Places {
    const known = segmentId === undefined ? undefined : this.places.get(segmentId);
    return known?.copy() ?? this.#placesOf(directory);
  }

  #placesOf(directory: Directory): Places {
    const places = directory.placesOf(this.sequences);
    for (const [sequence, isSatisfied] of this.changed) setPlace(directory, places, sequence, isSatisfied);
    return places;
  }
}

function setPlace(directory: Directory, places: Places, sequence: number, isSet: boolean): void {
  const place = directory.placeOf(sequence);
  if (place === undefined) return;
  if (isSet) places.add(place);
  else places.delete(place);
}

/** What is between two changes is copied as a whole. */
function joined(sequences: Float64Array, changed: ReadonlyMap<number, boolean>): Float64Array {
  const all = new Float64Array(sequences.length + changed.size);
  let read = 0;
  let count = 0;
  for (const sequence of [...changed.keys()].sort((one, other) => one - other)) {
    const at = lowerBound(sequences, sequence, read, sequences.length);
    all.set(sequences.subarray(read, at), count);
    count += at - read;
    read = sequences[at] === sequence ? at + 1 : at;
    if (changed.get(sequence) !== true) continue;
    all[count] = sequence;
    count += 1;
  }
  all.set(sequences.subarray(read), count);
  return all.slice(0, count + sequences.length - read);
}
