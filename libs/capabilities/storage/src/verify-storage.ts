import { Injectable } from '@nestjs/common';
import type { StorageDriver } from '@archivolt/plugin-kit';
import { chunksOf } from './chunks.js';
import { checkedStream } from './checked-stream.js';
import type { FileProblem } from './damaged-file.schema.js';
import { LookAtFile } from './look-at-file.js';
import { StorageDrivers } from './storage-drivers.js';
import { MARKER_KEY } from './storage-markers.js';
import {
  StoredFileRepository,
  type DocumentOfFile,
  type FileToCheck,
  type PlacedFile,
} from './stored-file.repository.js';

const FILES_PER_PAGE = 500;
/** Stray files that are remembered, because one may be what is missing elsewhere. */
const MOST_STRAYS = 100_000;
/** Stray files of its size that are read for one damaged file. */
const MOST_CANDIDATES = 100;

/** A file that is not as the archive expects it; `stray`: the archive knows nothing of it. */
export interface StorageFinding extends PlacedFile {
  problem: FileProblem | 'stray';
  /** Bytes that it should have; null when it is not known. */
  size: number | null;
  sha256: string | null;
  /** Bytes that it has; null when it is not there. */
  foundSize: number | null;
  /** Null for a stray file, a preview, an archive and a part of an upload. */
  document: DocumentOfFile | null;
  /** Files that have the right bytes. */
  restoreFrom: PlacedFile[];
}

/** How many files a storage has, and how many are not as they should be. */
export type VerifiedStorage = Record<FileProblem | 'files' | 'stray', number> & { driver: string };

interface VerifyOptions {
  /** Ids of storage plugins. */
  drivers: readonly string[];
  /** Whether all files are read. Otherwise only sizes are compared. */
  readsAll: boolean;
  signal: AbortSignal;
  onFinding: (finding: StorageFinding) => void;
}

type Strays = Map<number, PlacedFile[]>;

interface CopySearch {
  strays: Strays;
  signal: AbortSignal;
}

/** Compares what storages have with what the archive says. Marks damaged files; changes nothing in a storage. */
@Injectable()
export class VerifyStorage {
  constructor(
    private readonly drivers: StorageDrivers,
    private readonly stored: StoredFileRepository,
    private readonly look: LookAtFile,
  ) {}

  /** The plugins that have files, and the one that new files are written with. */
  async driversInUse(): Promise<string[]> {
    return [...new Set([this.drivers.writerId, ...(await this.stored.driversInUse())])].sort();
  }

  async execute({ drivers, readsAll, signal, onFinding }: VerifyOptions): Promise<VerifiedStorage[]> {
    this.drivers.requireLoaded(drivers);
    const results: VerifiedStorage[] = [];
    const strays: Strays = new Map();
    for (const driver of drivers) {
      await this.drivers.requirePresent(driver);
      const result = { driver, files: 0, missing: 0, size: 0, hash: 0, unreadable: 0, stray: 0 };
      results.push(result);
      for await (const stray of this.#strays(driver, strays, signal)) {
        result.stray += 1;
        onFinding(stray);
      }
    }
    for (const result of results) {
      for await (const file of this.#files(result, signal)) {
        const problem = await this.look.execute(file, { signal, isWhole: readsAll || file.isDamaged });
        if (problem === undefined) continue;
        result[problem] += 1;
        onFinding(await this.#finding(file, problem, { strays, signal }));
      }
    }
    return results;
  }

  async *#files(result: VerifiedStorage, signal: AbortSignal): AsyncIterable<FileToCheck> {
    let after = '';
    for (;;) {
      const page = await this.stored.after(after, FILES_PER_PAGE, result.driver);
      for (const file of page) {
        signal.throwIfAborted();
        result.files += 1;
        yield file;
        after = file.storageKey;
      }
      if (page.length === 0) return;
    }
  }

  async *#strays(id: string, strays: Strays, signal: AbortSignal): AsyncIterable<StorageFinding> {
    const driver = await this.drivers.named(id);
    let listed = new Map<string, number>();
    let remembered = 0;
    const settle = async (): Promise<StorageFinding[]> => {
      const found: StorageFinding[] = [];
      for (const storageKey of await this.stored.strays(id, [...listed.keys()])) {
        // It may have been removed since it was listed.
        if (!(await isThere(driver, storageKey))) continue;
        const foundSize = listed.get(storageKey) ?? 0;
        if ((remembered += 1) <= MOST_STRAYS) {
          const ofSize = strays.get(foundSize) ?? [];
          ofSize.push({ storageKey, driver: id });
          strays.set(foundSize, ofSize);
        }
        const facts = { size: null, sha256: null, document: null, restoreFrom: [] };
        found.push({ storageKey, driver: id, problem: 'stray', foundSize, ...facts });
      }
      listed = new Map();
      return found;
    };
    for await (const { key, size } of driver.list('')) {
      signal.throwIfAborted();
      if (key !== MARKER_KEY) listed.set(key, size);
      if (listed.size === FILES_PER_PAGE) yield* await settle();
    }
    yield* await settle();
  }

  async #finding(file: FileToCheck, problem: FileProblem, search: CopySearch): Promise<StorageFinding> {
    const { storageKey, driver, size, sha256 } = file;
    const documents = await this.stored.documentsOf([storageKey]);
    const found = await (await this.drivers.named(driver)).stat(storageKey);
    return {
      ...{ storageKey, driver, problem, size, sha256 },
      foundSize: found?.size ?? null,
      document: documents.get(storageKey) ?? null,
      restoreFrom: await this.#copiesOf(file, search),
    };
  }

  /** Files with the bytes of one that is damaged: the same key elsewhere, the same upload elsewhere, and stray files. */
  async #copiesOf(file: FileToCheck, { strays, signal }: CopySearch): Promise<PlacedFile[]> {
    const { storageKey, size, sha256 } = file;
    if (size === null || sha256 === null) return [];
    const places = new Map<string, PlacedFile>();
    const candidates = [
      ...this.drivers.ids.map((driver) => ({ storageKey, driver })),
      ...(await this.stored.withBytes(file)),
      ...(strays.get(size) ?? []).slice(0, MOST_CANDIDATES),
    ];
    for (const { storageKey: key, driver } of candidates)
      if (key !== storageKey || driver !== file.driver) places.set(`${driver}/${key}`, { storageKey: key, driver });
    const copies: PlacedFile[] = [];
    for (const place of places.values()) if (await this.#hasBytes(place, { size, sha256 }, signal)) copies.push(place);
    return copies;
  }

  async #hasBytes(
    { storageKey, driver: id }: PlacedFile,
    facts: { size: number; sha256: string },
    signal: AbortSignal,
  ): Promise<boolean> {
    try {
      const driver = await this.drivers.named(id);
      if ((await driver.stat(storageKey))?.size !== facts.size) return false;
      const source = await driver.read(storageKey);
      if (!source) return false;
      const checks = { onRight: () => Promise.resolve(), onWrong: () => Promise.resolve(new Error('other bytes')) };
      const bytes = await checkedStream(source, facts, checks);
      const chunks = chunksOf(bytes, signal);
      while ((await chunks.next()).done !== true);
      return true;
    } catch {
      signal.throwIfAborted();
      return false; // a storage that is away has no copy that could be used now
    }
  }
}

async function isThere(driver: StorageDriver, storageKey: string): Promise<boolean> {
  try {
    return (await driver.stat(storageKey)) !== undefined;
  } catch {
    return true; // its name is not one that a file of the archive can have
  }
}
