import type { ByteWriter } from './byte-writer.js';
import { DamagedSegmentError } from './damaged-segment.error.js';
import { Places } from './places.js';

/** How the places of a term are stored: the form that takes the fewest bytes. */
export const ONE_PLACE = 0;
/** The first place and the gaps after it, each less one, in groups of seven bits. */
export const GAPS = 1;
/** Place p is bit p % 8 of byte p / 8. */
export const BITMAP = 2;
/** The places without the term, like `GAPS`. */
export const ABSENT_GAPS = 3;

/** The places of one term inside of a block. */
export interface Postings {
  bytes: Uint8Array;
  kind: number;
  /** The place itself for `ONE_PLACE`, otherwise where its bytes start. */
  start: number;
  end: number;
}

/** Writes the first `count` places of an ascending list for a segment of `size` documents. */
export function writePostings(out: ByteWriter, places: Uint32Array, count: number, size: number): void {
  if (count === 1) return out.number((places[0] ?? 0) * 4 + ONE_PLACE);
  const bitmapBytes = ((places[count - 1] ?? 0) >>> 3) + 1;
  // A gap takes at least one byte, so that long lists need not be counted.
  const gapBytes = count < bitmapBytes ? bytesOfGaps(places, count) : bitmapBytes;
  if (gapBytes < bitmapBytes) {
    out.number(gapBytes * 4 + GAPS);
    return writeGaps(out, places, count);
  }
  if (size - count < bitmapBytes) {
    const absent = absentPlaces(places, count, size);
    const absentBytes = bytesOfGaps(absent, absent.length);
    if (absentBytes < bitmapBytes) {
      out.number(absentBytes * 4 + ABSENT_GAPS);
      return writeGaps(out, absent, absent.length);
    }
  }
  out.number(bitmapBytes * 4 + BITMAP);
  writeBitmap(out, places, count, bitmapBytes);
}

function bytesOfGaps(places: Uint32Array, count: number): number {
  let bytes = 0;
  let next = 0;
  for (let index = 0; index < count; index += 1) {
    const place = places[index] ?? 0;
    const gap = place - next;
    bytes += gap < 0x80 ? 1 : gap < 0x4000 ? 2 : 3;
    next = place + 1;
  }
  return bytes;
}

function writeGaps(out: ByteWriter, places: Uint32Array, count: number): void {
  let next = 0;
  for (let index = 0; index < count; index += 1) {
    const place = places[index] ?? 0;
    out.number(place - next);
    next = place + 1;
  }
}

function absentPlaces(places: Uint32Array, count: number, size: number): Uint32Array {
  const absent = new Uint32Array(size - count);
  let length = 0;
  let next = 0;
  for (let index = 0; index <= count; index += 1) {
    const place = index < count ? (places[index] ?? 0) : size;
    for (; next < place; next += 1, length += 1) absent[length] = next;
    next = place + 1;
  }
  return absent;
}

function writeBitmap(out: ByteWriter, places: Uint32Array, count: number, byteLength: number): void {
  const bitmap = new Uint8Array(byteLength);
  for (let index = 0; index < count; index += 1) {
    const place = places[index] ?? 0;
    bitmap[place >>> 3] = (bitmap[place >>> 3] ?? 0) | (1 << (place & 7));
  }
  out.bytes(bitmap);
}

/** Adds the places of a term to a set of its segment. */
export function addPostings(postings: Postings, into: Places): void {
  switch (postings.kind) {
    case ONE_PLACE:
      into.add(checkedPlace(postings.start, into.size));
      return;
    case GAPS:
      return addGaps(postings, into);
    case BITMAP:
      return addBitmap(postings, into);
    default:
      into.or(allBut(postings, into.size));
      return;
  }
}

/** Puts the places of a term into the list in ascending order; returns how many. The list has room for all of the segment. */
export function readPostings(postings: Postings, size: number, list: Uint32Array): number {
  switch (postings.kind) {
    case ONE_PLACE:
      list[0] = checkedPlace(postings.start, size);
      return 1;
    case GAPS:
      return readGaps(postings, size, list);
    case BITMAP:
      return readBitmap(postings, size, list);
    default:
      return allBut(postings, size).listInto(list);
  }
}

function addGaps({ bytes, start, end }: Postings, { words, size }: Places): void {
  let place = -1;
  for (let at = start; at < end;) {
    let byte = bytes[at] ?? 0;
    at += 1;
    let gap = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      if (at >= end || shift > 14) throw brokenGap();
      byte = bytes[at] ?? 0;
      at += 1;
      gap |= (byte & 0x7f) << shift;
    }
    place += gap + 1;
    if (place >= size) throw beyondSegment();
    words[place >>> 5] = (words[place >>> 5] ?? 0) | (1 << (place & 31));
  }
}

function readGaps({ bytes, start, end }: Postings, size: number, list: Uint32Array): number {
  let place = -1;
  let count = 0;
  for (let at = start; at < end; count += 1) {
    let byte = bytes[at] ?? 0;
    at += 1;
    let gap = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      if (at >= end || shift > 14) throw brokenGap();
      byte = bytes[at] ?? 0;
      at += 1;
      gap |= (byte & 0x7f) << shift;
    }
    place += gap + 1;
    if (place >= size) throw beyondSegment();
    list[count] = place;
  }
  return count;
}

function addBitmap({ bytes, start, end }: Postings, { words, size }: Places): void {
  checkBitmap(bytes, start, end, size);
  let at = start;
  let index = 0;
  for (; at + 4 <= end; at += 4, index += 1) {
    const low = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
    const high = (bytes[at + 2] ?? 0) | ((bytes[at + 3] ?? 0) << 8);
    words[index] = (words[index] ?? 0) | low | (high << 16);
  }
  for (let shift = 0; at < end; at += 1, shift += 8) {
    words[index] = (words[index] ?? 0) | ((bytes[at] ?? 0) << shift);
  }
}

function readBitmap({ bytes, start, end }: Postings, size: number, list: Uint32Array): number {
  checkBitmap(bytes, start, end, size);
  let count = 0;
  for (let at = start, base = 0; at < end; at += 1, base += 8) {
    for (let byte = bytes[at] ?? 0; byte !== 0; byte &= byte - 1) {
      list[count] = base + 31 - Math.clz32(byte & -byte);
      count += 1;
    }
  }
  return count;
}

function allBut(absent: Postings, size: number): Places {
  const places = Places.none(size);
  addGaps(absent, places);
  return places.not();
}

function checkBitmap(bytes: Uint8Array, start: number, end: number, size: number): void {
  const bits = (end - start) * 8;
  const last = bytes[end - 1] ?? 0;
  // Places of the last byte that the segment does not have.
  if (bits >= size + 8 || (bits > size && last >>> (8 - (bits - size)) !== 0)) throw beyondSegment();
}

function checkedPlace(place: number, size: number): number {
  if (place < size) return place;
  throw beyondSegment();
}

function brokenGap(): DamagedSegmentError {
  return new DamagedSegmentError('a gap between two places has too many bytes');
}

function beyondSegment(): DamagedSegmentError {
  return new DamagedSegmentError('a term has a document beyond the end of its segment');
}
