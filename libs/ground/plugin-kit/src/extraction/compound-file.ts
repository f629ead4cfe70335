import { RefusedFile } from './refused-file.js';

const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const MOST_SECTOR_NUMBER = 0xfffffff9; // higher numbers say that a chain ends or that a sector is free
const NO_ENTRY = 0xffffffff;
const HEADER_TABLE_SECTORS = 109;
const ENTRY_BYTES = 128;
const KINDS = { storage: 1, stream: 2, root: 5 };
const MINI_SECTOR_SHIFT = 6;

interface DirectoryEntry {
  name: string;
  kind: number;
  left: number;
  right: number;
  child: number;
  firstSector: number;
  size: number;
}

interface GrowingStorage extends CompoundStorage {
  streams: Map<string, DirectoryEntry>;
  storages: GrowingStorage[];
}

/** A folder in a compound file. */
export interface CompoundStorage {
  name: string;
  streams: ReadonlyMap<string, DirectoryEntry>;
  storages: readonly CompoundStorage[];
}

/**
 * A compound file, the container of the Office formats before 2007: streams in folders. A chain of sectors is followed only as
 * far as its stream is long and never further than the file is, so that chains with a cycle end, too.
 */
export class CompoundFile {
  readonly #bytes: Buffer;
  readonly #sectorShift: number;
  readonly #table: Uint32Array;
  readonly #root: CompoundStorage;
  readonly #miniCutoff: number;
  readonly #miniTable: Uint32Array;
  readonly #miniStream: Buffer;
  #isCutOff = false;

  constructor(bytes: Buffer) {
    if (bytes.length < 512 || !isCompound(bytes))
      throw new RefusedFile('corrupt', 'It does not begin as an Office file.');
    this.#bytes = bytes;
    this.#sectorShift = bytes.readUInt16LE(30);
    if (this.#sectorShift !== 9 && this.#sectorShift !== 12)
      throw new RefusedFile('corrupt', 'The beginning of the file is damaged.');
    this.#miniCutoff = bytes.readUInt32LE(56);
    this.#table = numbersIn(Buffer.concat(this.#tableSectors().map((sector) => this.#wholeSector(sector))));
    const entries = directoryEntries(this.#chain(bytes.readUInt32LE(48), bytes.length));
    const root = entries.find(({ kind }) => kind === KINDS.root);
    if (root === undefined) throw new RefusedFile('corrupt', 'The directory of the file is damaged.');
    this.#root = storageTree(root, entries);
    this.#miniTable = numbersIn(this.#chain(bytes.readUInt32LE(60), bytes.length));
    this.#miniStream = this.#chain(root.firstSector, root.size);
  }

  /** The top level. Documents that are embedded have streams of the same names, further below. */
  get root(): CompoundStorage {
    return this.#root;
  }

  has(name: string): boolean {
    return this.#root.streams.has(name.toLowerCase());
  }

  /** The first bytes of a stream, as far as they are there; names are the same in any case. */
  stream(name: string, storage: CompoundStorage = this.#root, mostBytes: number = Infinity): Buffer | undefined {
    const entry = storage.streams.get(name.toLowerCase());
    if (entry === undefined) return undefined;
    const size = Math.min(entry.size, mostBytes);
    const isSmall = entry.size < this.#miniCutoff;
    const bytes = isSmall ? this.#miniChain(entry.firstSector, size) : this.#chain(entry.firstSector, size);
    this.#isCutOff ||= bytes.length < size;
    return bytes;
  }

  /** True when a stream was shorter than the directory says. */
  get isCutOff(): boolean {
    return this.#isCutOff;
  }

  /** The sectors of the allocation table: the first ones are named in the header, the others in a chain of their own. */
  #tableSectors(): number[] {
    const sectors: number[] = [];
    const most = (this.#sectorCount >> (this.#sectorShift - 2)) + 1;
    const add = (list: Buffer, count: number): void => {
      for (let index = 0; index < count && sectors.length < most; index += 1) {
        const sector = list.readUInt32LE(index * 4);
        if (sector > MOST_SECTOR_NUMBER) return;
        sectors.push(sector);
      }
    };
    add(this.#bytes.subarray(76), HEADER_TABLE_SECTORS);
    const perSector = (1 << (this.#sectorShift - 2)) - 1;
    let next = this.#bytes.readUInt32LE(68);
    while (next <= MOST_SECTOR_NUMBER && sectors.length < most) {
      const list = this.#sector(next);
      if (list.length < 4 * (perSector + 1)) break;
      const before = sectors.length;
      add(list, perSector);
      if (sectors.length === before) break;
      next = list.readUInt32LE(perSector * 4);
    }
    return sectors;
  }

  get #sectorCount(): number {
    return this.#bytes.length >> this.#sectorShift;
  }

  #sector(sector: number): Buffer {
    const start = (sector + 1) * (1 << this.#sectorShift);
    return this.#bytes.subarray(start, start + (1 << this.#sectorShift));
  }

  /** Of a sector that is not there, or not whole, the rest says that it is free. */
  #wholeSector(sector: number): Buffer {
    return Buffer.concat([this.#sector(sector), Buffer.alloc(1 << this.#sectorShift, 0xff)], 1 << this.#sectorShift);
  }

  #chain(first: number, size: number): Buffer {
    const most = Math.min(this.#sectorCount, Math.ceil(size / (1 << this.#sectorShift)));
    const parts: Buffer[] = [];
    for (let sector = first; sector < this.#sectorCount && parts.length < most;) {
      parts.push(this.#sector(sector));
      sector = this.#table[sector] ?? NO_ENTRY;
    }
    return Buffer.concat(parts).subarray(0, size);
  }

  #miniChain(first: number, size: number): Buffer {
    const parts: Buffer[] = [];
    const most = Math.ceil(size / (1 << MINI_SECTOR_SHIFT));
    for (let sector = first; sector <= MOST_SECTOR_NUMBER && parts.length < most;) {
      const start = sector * (1 << MINI_SECTOR_SHIFT);
      parts.push(this.#miniStream.subarray(start, start + (1 << MINI_SECTOR_SHIFT)));
      sector = this.#miniTable[sector] ?? NO_ENTRY;
    }
    return Buffer.concat(parts).subarray(0, size);
  }
}

export function isCompound(bytes: Buffer): boolean {
  return bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);
}

function numbersIn(bytes: Buffer): Uint32Array {
  const numbers = new Uint32Array(bytes.length >> 2);
  for (let index = 0; index < numbers.length; index += 1) numbers[index] = bytes.readUInt32LE(index * 4);
  return numbers;
}

function directoryEntries(directory: Buffer): DirectoryEntry[] {
  const entries: DirectoryEntry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
    const nameBytes = Math.min(64, directory.readUInt16LE(at + 64));
    entries.push({
      name: directory.toString('utf16le', at, at + Math.max(0, nameBytes - 2)).toLowerCase(),
      kind: directory.readUInt8(at + 66),
      left: directory.readUInt32LE(at + 68),
      right: directory.readUInt32LE(at + 72),
      child: directory.readUInt32LE(at + 76),
      firstSector: directory.readUInt32LE(at + 116),
      size: directory.readUInt32LE(at + 120),
    });
  }
  return entries;
}

/** The folders and what is in them. An entry is in one folder only, whatever a damaged directory says. */
function storageTree(root: DirectoryEntry, entries: readonly DirectoryEntry[]): CompoundStorage {
  const seen = new Set<DirectoryEntry>([root]);
  const tree = emptyStorage(root);
  const unread = [{ entry: root, storage: tree }];
  for (let next = unread.pop(); next !== undefined; next = unread.pop())
    for (const entry of childrenOf(next.entry, entries, seen)) {
      if (entry.kind === KINDS.stream) next.storage.streams.set(entry.name, entry);
      if (entry.kind !== KINDS.storage) continue;
      const storage = emptyStorage(entry);
      next.storage.storages.push(storage);
      unread.push({ entry, storage });
    }
  return tree;
}

function emptyStorage({ name }: DirectoryEntry): GrowingStorage {
  return { name, streams: new Map(), storages: [] };
}

/** They form a binary tree that is sorted by name. */
function childrenOf(
  { child }: DirectoryEntry,
  entries: readonly DirectoryEntry[],
  seen: Set<DirectoryEntry>,
): DirectoryEntry[] {
  const children: DirectoryEntry[] = [];
  const open = [child];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const entry = entries[index];
    if (entry === undefined || seen.has(entry)) continue;
    seen.add(entry);
    children.push(entry);
    open.push(entry.left, entry.right);
  }
  return children.sort((a, b) => (a.name < b.name ? -1 : 1));
}
