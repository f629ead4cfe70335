import { createHash } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { StorageDriver } from '@archivolt/plugin-kit';
import { Leases, UnitOfWork, type Lease } from '#ground/database';
import { Clock } from '#ground/kernel';
import { DamagedFiles } from './damaged-files.js';
import type { FileProblem } from './damaged-file.schema.js';
import { MOVE_OF_FILES } from './move-of-files.js';
import { StorageDrivers } from './storage-drivers.js';
import { StoredCopies } from './stored-copies.js';
import { StoredFileRepository, type FileToMove } from './stored-file.repository.js';

const FILES_PER_PAGE = 100;
/** Files that are copied at a time: most of the time of a small file is spent waiting. */
const COPIES_AT_A_TIME = 4;
/** Then a storage is away, rather than some files damaged. */
const FAILURES_IN_A_ROW = 10;
const COPY_WITHIN_MS = 60 * 60_000;
const BEGINS_WITHIN_MS = 15_000;

/** The storage plugins to move files from and to, by id. */
export interface Move {
  from: string;
  to: string;
}

interface RunningMove extends Move {
  source: StorageDriver;
  target: StorageDriver;
  signal: AbortSignal;
  lease: Lease;
}

export interface MoveReport {
  moved: number;
  bytes: number;
  failures: { storageKey: string; reason: string }[];
  /** Files that `from` still has: failed ones, and those uploaded in the meantime. */
  left: number;
}

/**
 * Moves files from one storage plugin to another while the archive is in use. A file is copied, read back and compared
 * with its document; one transaction then makes the copy the file and enqueues the removal of the old one. Interrupted at
 * any point, the archive is whole, and the next run continues.
 */
@Injectable()
export class MoveFiles {
  readonly #logger = new Logger('Storage');

  constructor(
    private readonly drivers: StorageDrivers,
    private readonly copies: StoredCopies,
    private readonly stored: StoredFileRepository,
    private readonly leases: Leases,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly damaged: DamagedFiles,
  ) {}

  /** Returns how much there is to move. */
  async measure({ from, to }: Move): Promise<{ files: number; bytes: number }> {
    await this.#open({ from, to });
    return this.stored.measure(from);
  }

  /** `onProgress` is called from time to time with the number of moved files. */
  async execute(
    { from, to }: Move,
    { signal, onProgress = () => undefined }: { signal: AbortSignal; onProgress?: (moved: number) => void },
  ): Promise<MoveReport> {
    const { source, target } = await this.#open({ from, to });
    const lease = await this.#begin(signal);
    try {
      const within = AbortSignal.any([signal, lease.lost]);
      return await this.#moveAll({ from, to, source, target, signal: within, lease }, onProgress);
    } finally {
      await lease.release();
    }
  }

  /** A move that was killed still has its lease for some seconds. */
  async #begin(signal: AbortSignal): Promise<Lease> {
    const late = new AbortController();
    const timer = this.clock.after(BEGINS_WITHIN_MS, () => late.abort());
    try {
      return await this.leases.hold(MOVE_OF_FILES, AbortSignal.any([signal, late.signal]));
    } catch (error) {
      if (signal.aborted || !late.signal.aborted) throw error;
      throw new Error('another move of files is running.\nRemedy: wait for its end, then run the command again.');
    } finally {
      timer.cancel();
    }
  }

  async #moveAll(run: RunningMove, onProgress: (moved: number) => void): Promise<MoveReport> {
    const { from, to, signal } = run;
    const report: MoveReport = { moved: 0, bytes: 0, failures: [], left: 0 };
    let failuresInARow = 0;
    const moveNext = async (file: FileToMove): Promise<void> => {
      try {
        const bytes = await this.#move(file, run);
        failuresInARow = 0;
        if (bytes === undefined) return;
        report.moved += 1;
        report.bytes += bytes;
      } catch (error) {
        signal.throwIfAborted();
        failuresInARow += 1;
        report.failures.push({ storageKey: file.storageKey, reason: (error as Error).message });
      }
    };
    const isHopeless = () => failuresInARow >= FAILURES_IN_A_ROW;
    let after = '';
    while (!isHopeless()) {
      signal.throwIfAborted();
      const page = await this.stored.next(from, after, FILES_PER_PAGE);
      const last = page.at(-1);
      if (!last) break;
      const waiting = page.values();
      const copier = async (): Promise<void> => {
        for (const file of waiting) if (!isHopeless()) await moveNext(file);
      };
      // All of them end before the lease is released.
      await Promise.allSettled(Array.from({ length: COPIES_AT_A_TIME }, copier));
      after = last.storageKey;
      onProgress(report.moved);
    }
    report.left = (await this.measure({ from, to })).files;
    return report;
  }

  async #open({ from, to }: Move): Promise<{ source: StorageDriver; target: StorageDriver }> {
    if (from === to) throw new Error(`${from} is both the source and the target of the move.`);
    this.drivers.requireLoaded([from, to]);
    const [source, target] = [await this.drivers.named(from), await this.drivers.named(to)];
    for (const id of [from, to]) await this.drivers.requirePresent(id);
    return { source, target };
  }

  /** Returns the number of bytes; `undefined` when the file was purged in the meantime. */
  async #move(file: FileToMove, { from, to, source, target, signal, lease }: RunningMove): Promise<number | undefined> {
    const { storageKey } = file;
    const copyId = await this.copies.announce({ storageKey, driver: to });
    let isMoved = false;
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(COPY_WITHIN_MS)]);
      const bytes = await copy(file, { source, target, signal: limit });
      isMoved = bytes !== undefined && (await this.#swap(lease, copyId, { storageKey, from, to }));
      if (isMoved) return bytes;
      if (await this.stored.isCommitted({ storageKey, driver: from }))
        throw new Error(`${from} does not have the file, although the archive expects it there`);
      return undefined;
    } catch (error) {
      if (error instanceof DamagedSource) await this.damaged.note({ storageKey, driver: from }, error.problem);
      throw error;
    } finally {
      if (!isMoved) await this.#discard(copyId);
    }
  }

  /** A failure is logged: the sweep tries again. */
  async #discard(copyId: string): Promise<void> {
    try {
      await this.copies.discard(copyId);
    } catch (error) {
      this.#logger.warn(`Could not remove an unfinished copy: ${(error as Error).message}`);
    }
  }

  #swap(lease: Lease, copyId: string, file: { storageKey: string } & Move): Promise<boolean> {
    return this.unitOfWork.run(async (tx) => {
      await lease.guard(tx);
      return this.copies.swap(tx, copyId, file);
    });
  }
}

class DamagedSource extends Error {
  constructor(readonly problem: FileProblem) {
    super('the stored file is not the one that was uploaded: its size or its hash differs; restore it first');
  }
}

/** Returns the number of bytes; `undefined` when the source has no such file. Throws when the copy is not the file. */
async function copy(
  { storageKey, size, sha256 }: FileToMove,
  { source, target, signal }: { source: StorageDriver; target: StorageDriver; signal: AbortSignal },
): Promise<number | undefined> {
  const stream = await source.read(storageKey);
  if (!stream) return undefined;
  const original = fingerprint(stream);
  try {
    await target.write(storageKey, Readable.from(original.bytes, { objectMode: false }), { signal });
  } finally {
    stream.destroy();
  }
  const { size: read, sha256: hash } = original.result();
  if ((size !== null && size !== read) || (sha256 !== null && sha256 !== hash))
    throw new DamagedSource(size !== null && size !== read ? 'size' : 'hash');
  const copied = fingerprint((await target.read(storageKey)) ?? []);
  await pipeline(copied.bytes, new Writable({ write: (_chunk, _encoding, done) => done() }), { signal });
  if (copied.result().sha256 !== hash) throw new Error('the copy differs from the file');
  return read;
}

/** Passes bytes on and measures them. */
function fingerprint(source: AsyncIterable<Buffer> | Iterable<Buffer>) {
  const hash = createHash('sha256');
  let size = 0;
  async function* bytes(): AsyncIterable<Buffer> {
    for await (const chunk of source) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  return { bytes: bytes(), result: () => ({ size, sha256: hash.digest('hex') }) };
}
