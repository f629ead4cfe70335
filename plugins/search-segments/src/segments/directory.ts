import { ByteReader } from './byte-reader.js';
import { ByteWriter } from './byte-writer.js';
import { DamagedSegmentError } from './damaged-segment.error.js';
import { Places } from './places.js';
import { addPostings, GAPS, writePostings } from './postings.js';
import { MAX_SEGMENT_DOCUMENTS } from './segment.js';
import { placesBySequence, SequenceIndex } from './sequence-index.js';

const FORMAT = 1;

/** What a directory lists, in the order of places: by time of creation. */
export interface DirectoryEntries {
  sequences: Float64Array;
  createdAtMicros: Float64Array;
  removed: Places;
}

/** Which document stands at which place of a segment. */
export class Directory implements DirectoryEntries {
  readonly size: number;
  readonly sequences: Float64Array;
  readonly createdAtMicros: Float64Array;
  /** Documents that this segment knows to be trashed or purged. */
  readonly removed: Places;
  readonly index: SequenceIndex;

  private constructor(
    { sequences, createdAtMicros, removed }: DirectoryEntries,
    placesBySequence: Uint16Array | undefined,
  ) {
    this.size = sequences.length;
    this.sequences = sequences;
    this.createdAtMicros = createdAtMicros;
    this.removed = removed;
    this.index = new SequenceIndex(sequences, placesBySequence);
  }

  static encode({ sequences, createdAtMicros, removed }: DirectoryEntries): Uint8Array {
    const out = new ByteWriter();
    out.byte(FORMAT);
    out.number(sequences.length);
    createdAtMicros.forEach((micros, place) => out.signedNumber(micros - (createdAtMicros[place - 1] ?? 0)));
    sequences.forEach((sequence, place) => out.signedNumber(sequence - (sequences[place - 1] ?? 0)));
    // Stored, because sorting is too long for the thread that answers requests.
    const bySequence = placesBySequence(sequences);
    out.byte(bySequence === undefined ? 0 : 1);
    bySequence?.forEach((place) => out.number(place));
    const places = new Uint32Array(sequences.length);
    const count = removed.listInto(places);
    if (count > 0) writePostings(out, places, count, sequences.length);
    return out.taken();
  }

  static decode(bytes: Uint8Array): Directory {
    const reader = new ByteReader(bytes);
    const format = reader.byte();
    if (format !== FORMAT) throw new DamagedSegmentError(`its directory has the unknown format ${format}`);
    const size = reader.number();
    if (size > MAX_SEGMENT_DOCUMENTS) throw new DamagedSegmentError(`it claims to have ${size} documents`);
    const createdAtMicros = readSums(reader, size);
    const sequences = readSums(reader, size);
    const bySequence = reader.byte() === 0 ? undefined : Uint16Array.from({ length: size }, () => reader.number());
    const directory = new Directory({ sequences, createdAtMicros, removed: readRemoved(reader, size) }, bySequence);
    directory.#check();
    return directory;
  }

  /** Bytes in memory, about. */
  get byteLength(): number {
    return this.sequences.byteLength * 2 + this.removed.words.byteLength + this.index.ownBytes + 200;
  }

  placeOf(sequence: number): number | undefined {
    return this.index.placeOf(sequence);
  }

  /** The places of those of these documents that the segment has. The sequences ascend. */
  placesOf(sortedSequences: Float64Array): Places {
    const places = Places.none(this.size);
    for (const place of this.index.commonPlaces(sortedSequences)) places.add(place);
    return places;
  }

  #check(): void {
    const { sequences, createdAtMicros } = this;
    for (let place = 0; place < this.size; place += 1) {
      if ((sequences[place] ?? -1) < 0) throw new DamagedSegmentError('a document has a negative number');
      if (place > 0 && (createdAtMicros[place] ?? 0) < (createdAtMicros[place - 1] ?? 0)) {
        throw new DamagedSegmentError('its documents are not in the order of their creation');
      }
    }
    if (!this.index.isStrictlyAscending()) throw new DamagedSegmentError('it has two versions of a document');
  }
}

/** Reads differences between neighbours. */
function readSums(reader: ByteReader, size: number): Float64Array {
  const sums = new Float64Array(size);
  let sum = 0;
  for (let place = 0; place < size; place += 1) {
    sum += reader.signedNumber();
    if (!Number.isSafeInteger(sum)) throw new DamagedSegmentError('a number is too large');
    sums[place] = sum;
  }
  return sums;
}

function readRemoved(reader: ByteReader, size: number): Places {
  const removed = Places.none(size);
  if (reader.bytesLeft === 0) return removed;
  const head = reader.number();
  const kind = head % 4;
  const value = Math.floor(head / 4);
  if (kind < GAPS) addPostings({ bytes: new Uint8Array(), kind, start: value, end: value }, removed);
  else {
    const bytes = reader.bytes(value);
    addPostings({ bytes, kind, start: 0, end: value }, removed);
  }
  if (reader.bytesLeft > 0) throw new DamagedSegmentError('its directory is longer than its documents');
  return removed;
}
