import type { Sql } from '@archivolt/plugin-kit';
import { Directory, liveMasks, Places, relateSegments } from '../segments/index.js';
import type { IndexPart } from './index-part.js';
import { segmentsOf, tailOf, type OrganizationState, type TailEntry } from './organization-state.js';
import type { Reading } from './reading.js';

const DIRECTORIES_AT_ONCE = 16;
const TAIL_PART = 8_192;
/** What a document of the tail takes in memory, about. */
const ENTRY_BYTES = 200;

/** The parts of the index, the tail first and then the segments, newest first. */
export async function readParts(
  state: OrganizationState,
  reading: DirectoryReading & Pick<Reading, 'organizationId'>,
): Promise<readonly IndexPart[]> {
  const { parts: cache } = reading.caches;
  const known = cache.get(reading.organizationId);
  if (known !== undefined && state.segments.equals(known.state.segments) && state.tail.equals(known.state.tail)) {
    return known.parts;
  }
  const parts = await makeParts(state, reading);
  const bytes = parts.reduce((sum, { directory, tail }) => sum + directory.byteLength + tail.length * ENTRY_BYTES, 0);
  cache.set(reading.organizationId, { state, parts }, bytes + state.segments.length + state.tail.length);
  return parts;
}

async function makeParts(state: OrganizationState, reading: DirectoryReading): Promise<IndexPart[]> {
  const ids = segmentsOf(state.segments).map(({ id }) => id);
  const tail = tailOf(state.tail);
  const directories = await readDirectories(ids, reading);
  const steps = relateSegments(directories);
  while (steps.next().done !== true) await reading.pacer.step();
  const masks = liveMasks(directories, new Set(tail.map(({ sequence }) => sequence)));
  const segments = directories.map((directory, index) => ({
    segmentId: ids[index],
    directory,
    live: masks[index] ?? Places.none(directory.size),
    tail: [],
  }));
  return [...tailParts(tail), ...segments];
}

interface DirectoryReading extends Pick<Reading, 'caches' | 'pacer'> {
  session: Pick<Sql, 'query'>;
}

/** The directories of these segments, newest first as they are given. */
export async function readDirectories(
  ids: readonly number[],
  { caches, pacer, session }: DirectoryReading,
): Promise<Directory[]> {
  const found = new Map<number, Directory>();
  for (const id of ids) {
    const directory = caches.directories.get(id);
    if (directory !== undefined) found.set(id, directory);
  }
  const missing = ids.filter((id) => !found.has(id));
  for (let start = 0; start < missing.length; start += DIRECTORIES_AT_ONCE) {
    const rows = await session.query<{ id: string; directory: Buffer }>(
      'select id, directory from search_segments_segment where id = any($1::bigint[])',
      [missing.slice(start, start + DIRECTORIES_AT_ONCE)],
    );
    for (const row of rows) {
      const directory = Directory.decode(row.directory);
      found.set(Number(row.id), directory);
      caches.directories.set(Number(row.id), directory, directory.byteLength);
      await pacer.step();
    }
  }
  return ids.map((id) => {
    const directory = found.get(id);
    if (directory === undefined) throw new Error(`segment ${String(id)} is not there any more`);
    return directory;
  });
}

/** Usually one; more while a rebuild writes faster than segments are made. */
function tailParts(tail: readonly TailEntry[]): IndexPart[] {
  const parts: IndexPart[] = [];
  for (let start = 0; start < tail.length; start += TAIL_PART) {
    const entries = tail.slice(start, start + TAIL_PART);
    const directory = tailDirectory(entries);
    const live = Places.all(directory.size).andNot(directory.removed);
    parts.push({ segmentId: undefined, directory, live, tail: entries });
  }
  return parts;
}

function tailDirectory(tail: readonly TailEntry[]): Directory {
  const removed = Places.none(tail.length);
  tail.forEach(({ isRemoved }, place) => {
    if (isRemoved) removed.add(place);
  });
  return Directory.decode(
    Directory.encode({
      sequences: Float64Array.from(tail, ({ sequence }) => sequence),
      createdAtMicros: Float64Array.from(tail, ({ createdAtMicros }) => createdAtMicros),
      removed,
    }),
  );
}
