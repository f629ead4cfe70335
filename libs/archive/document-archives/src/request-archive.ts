import { Injectable } from '@nestjs/common';
import { DocumentArchivesConfig } from '#config/document-archives';
import { UnitOfWork, type Transaction } from '#ground/database';
import { DocumentFilesRepository, DocumentSelection, DocumentsService, type DocumentFilter } from '#archive/documents';
import { JobQueue } from '#ground/jobs';
import { Clock, createId, inTimeZone, type OrganizationContext } from '#ground/kernel';
import { OrganizationRepository } from '#people/organizations';
import { Tasks } from '#archive/tasks';
import { safeName } from './archive-names.js';
import { DocumentArchiveRepository, type DocumentArchive, type Selected } from './document-archive.repository.js';
import { DocumentArchiveEmpty, TooManyArchivedDocuments, TooManyPreparedArchives } from './document-archives.errors.js';
import { PrepareArchive } from './document-archives.jobs.js';

/** Archives of a user that are streamed; each keeps the ids of its documents until it expires. */
const KEPT_PER_USER = 20;

export interface ArchiveRequest {
  filter: DocumentFilter;
  /** True for a file that is prepared in the background, false for a stream; without it, the size decides. */
  prefersPrepared?: boolean | undefined;
}

/** Writes down which documents an archive is for; with many documents or bytes, a task prepares its file. */
@Injectable()
export class RequestArchive {
  constructor(
    private readonly config: DocumentArchivesConfig,
    private readonly unitOfWork: UnitOfWork,
    private readonly archives: DocumentArchiveRepository,
    private readonly documents: DocumentsService,
    private readonly files: DocumentFilesRepository,
    private readonly selection: DocumentSelection,
    private readonly organizations: OrganizationRepository,
    private readonly tasks: Tasks,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** `signal` ends the search when the client disconnects. */
  async execute(
    ctx: OrganizationContext,
    { filter, prefersPrepared }: ArchiveRequest,
    signal: AbortSignal,
  ): Promise<DocumentArchive> {
    await this.archives.removeOldest(ctx, KEPT_PER_USER - 1);
    const id = createId('arc');
    await this.archives.insert(ctx, { id, fileName: await this.#fileName(ctx), hours: this.config.lifetimeHours });
    await using unfinished = new AsyncDisposableStack();
    unfinished.defer(() => this.archives.removeUnfinished(id));
    const selected = await this.#select(ctx, id, filter, signal);
    const isPrepared = prefersPrepared ?? this.#isLarge(selected);
    const archive = await this.unitOfWork.run(async (tx) => {
      const taskId = isPrepared ? await this.#prepare(tx, ctx, id) : undefined;
      return this.archives.finishSelection(tx, id, selected, taskId);
    });
    unfinished.move();
    return archive;
  }

  async #select(
    ctx: OrganizationContext,
    archiveId: string,
    filter: DocumentFilter,
    signal: AbortSignal,
  ): Promise<Selected> {
    const selected: Selected = { partsCount: 0, documentsCount: 0, bytes: 0 };
    for await (const documentIds of this.#idsOf(ctx, filter)) {
      signal.throwIfAborted();
      const { count, bytes } = await this.files.measure(ctx, documentIds);
      await this.archives.addPart(archiveId, selected.partsCount, documentIds);
      selected.partsCount += 1;
      selected.documentsCount += count;
      selected.bytes += bytes;
      if (selected.documentsCount > this.config.maxDocuments) throw TooManyArchivedDocuments();
    }
    if (selected.documentsCount === 0) throw DocumentArchiveEmpty();
    return selected;
  }

  async *#idsOf(ctx: OrganizationContext, filter: DocumentFilter): AsyncIterable<string[]> {
    if ('query' in filter) {
      yield* this.documents.matchingIds(inTimeZone(ctx, filter), filter.query);
      return;
    }
    const ids = [...new Set(filter.documentIds)];
    await this.unitOfWork.run((tx) => this.selection.check(tx, ctx, filter, ids));
    yield ids;
  }

  #isLarge({ documentsCount, bytes }: Selected): boolean {
    const { maxStreamedDocuments, maxStreamedBytes } = this.config;
    return documentsCount > maxStreamedDocuments || bytes > maxStreamedBytes;
  }

  async #prepare(tx: Transaction, ctx: OrganizationContext, archiveId: string): Promise<string> {
    if ((await this.archives.countPrepared(tx, ctx)) >= this.config.preparedPerUser) throw TooManyPreparedArchives();
    const { organizationId } = ctx;
    const taskId = await this.tasks.create(tx, ctx, 'prepare-document-archive', {
      isCancellable: true,
      permissions: ['documents:read'],
    });
    await this.jobs.enqueue(tx, PrepareArchive, { organizationId, archiveId, taskId });
    return taskId;
  }

  async #fileName(ctx: OrganizationContext): Promise<string> {
    const organization = await this.organizations.find(ctx);
    return safeName(`${organization?.name ?? 'documents'}-${this.clock.now().toISOString().slice(0, 10)}.zip`);
  }
}
