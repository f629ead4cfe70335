import type { Readable } from 'node:stream';
import { DocumentArchivesConfig } from '#config/document-archives';
import { UnitOfWork } from '#ground/database';
import { HandlesJob, type Job, type JobHandler } from '#ground/jobs';
import { Clock, createId } from '#ground/kernel';
import { FileStore, StorageFull } from '#capabilities/storage';
import { Tasks } from '#archive/tasks';
import { urlOfArchive } from './archive-url.js';
import { DocumentArchiveRepository, type DocumentArchive } from './document-archive.repository.js';
import { PrepareArchive, type PrepareArchiveData } from './document-archives.jobs.js';
import { WriteArchive } from './write-archive.js';

const SAVE_PROGRESS_MS = 1_000;

/** The result of the task of an archive. */
export interface PreparedArchive {
  archiveId: string;
  url: string;
  fileName: string;
  /** Bytes. */
  size: number;
  expiresAt: string;
}

/** Writes the file of an archive in the background. It appears whole or not at all, whenever the process is killed. */
@HandlesJob(PrepareArchive)
export class PrepareArchiveFile implements JobHandler<PrepareArchiveData> {
  constructor(
    private readonly config: DocumentArchivesConfig,
    private readonly unitOfWork: UnitOfWork,
    private readonly archives: DocumentArchiveRepository,
    private readonly writer: WriteArchive,
    private readonly files: FileStore,
    private readonly tasks: Tasks,
    private readonly clock: Clock,
  ) {}

  async handle(job: Pick<Job<PrepareArchiveData>, 'data' | 'isLastAttempt' | 'signal'>): Promise<void> {
    const { organizationId, archiveId, taskId } = job.data;
    const archive = await this.archives.findToPrepare({ organizationId }, archiveId);
    if (!archive) {
      // Does nothing for a task that has ended.
      await this.unitOfWork.run((tx) => this.tasks.fail(tx, { organizationId }, taskId, 'The archive was removed.'));
      return;
    }
    const begun = await this.tasks.start({ organizationId }, taskId, { total: archive.documentsCount });
    try {
      if (begun) await this.tasks.untilCancelled(() => this.#prepare(archive, job));
    } catch (error) {
      if (!StorageFull.matches(error)) throw error;
      const reason =
        'There is no space left on the server for the archive. Select fewer documents, or download it at once.';
      await this.unitOfWork.run((tx) => this.tasks.fail(tx, { organizationId }, taskId, reason));
    }
    // Cancelled, or without space: nothing will prepare it any more.
    await this.archives.removeUnfinished(archiveId);
  }

  async #prepare(
    archive: DocumentArchive,
    { data: { taskId }, isLastAttempt, signal }: Pick<Job<PrepareArchiveData>, 'data' | 'isLastAttempt' | 'signal'>,
  ): Promise<void> {
    const { id, organizationId } = archive;
    const progress = { done: 0 };
    const onDocument = (done: number) => void (progress.done = done);
    // The last attempt leaves out what cannot be read.
    const bytes = await this.writer.open(archive, { needsSession: false, isStrict: !isLastAttempt, onDocument });
    const storageKey = `${organizationId}/archives/${id}/${createId('file').slice(-8)}.zip`;
    const source = new WatchedSource(bytes, this.clock, () => this.#saveProgress(archive, taskId, progress.done));
    await using stored = await this.files.store(storageKey, source.bytes(), { signal }).catch((error: unknown) => {
      throw source.failure ?? error; // a storage plugin may wrap what ended its source
    });
    await this.unitOfWork.run(async (tx) => {
      const { size, sha256 } = stored;
      const hours = this.config.lifetimeHours;
      const prepared = await this.archives.markPrepared(tx, id, { storageKey, size, sha256, hours });
      if (!prepared) return;
      await this.files.confirm(tx, storageKey);
      const { fileName, expiresAt } = prepared;
      const url = urlOfArchive(archive);
      const result: PreparedArchive = { archiveId: id, url, fileName, size, expiresAt: expiresAt.toISOString() };
      await this.tasks.complete(tx, { organizationId }, taskId, { processed: archive.documentsCount, result });
      tx.afterCommit(() => stored.keep());
    });
  }

  /** Throws when the task was cancelled. */
  #saveProgress({ organizationId, documentsCount }: DocumentArchive, taskId: string, done: number): Promise<void> {
    // Documents that were in the trash when the archive was requested are not in its number.
    const progress = { processed: Math.min(done, documentsCount), total: documentsCount };
    return this.unitOfWork.run((tx) =>
      this.tasks.advance(tx, { organizationId }, taskId, { ...progress, resumeAfter: null, result: null }),
    );
  }
}

/** Calls `save` about every second while the bytes pass, and remembers what ended them. */
class WatchedSource {
  failure: unknown;

  constructor(
    private readonly source: Readable,
    private readonly clock: Clock,
    private readonly save: () => Promise<void>,
  ) {}

  async *bytes(): AsyncIterable<Buffer> {
    let saved = -Infinity;
    try {
      for await (const chunk of this.source as AsyncIterable<Buffer>) {
        if (this.clock.monotonic() - saved >= SAVE_PROGRESS_MS) {
          await this.save();
          saved = this.clock.monotonic();
        }
        yield chunk;
      }
    } catch (error) {
      this.failure = error;
      throw error;
    } finally {
      this.source.destroy();
    }
  }
}
