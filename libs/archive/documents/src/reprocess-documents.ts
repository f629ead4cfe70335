import { UnitOfWork } from '#ground/database';
import { Broadcasts } from '#ground/history';
import { HandlesJob, JobQueue, type Job, type JobHandler } from '#ground/jobs';
import { Clock, systemContext, type OrganizationContext } from '#ground/kernel';
import { Tasks, type TaskProgress } from '#archive/tasks';
import { DocumentSelection, type DocumentFilter } from './document-selection.js';
import { ProcessDocument, ReprocessMany, type ReprocessCondition, type ReprocessManyData } from './documents.jobs.js';
import { OutdatedDocuments } from './outdated-documents.js';
import { ProcessingProgressed, progressOf } from './processing-progress.js';
import { ReprocessDocumentsRepository, type ReprocessSelection } from './reprocess-documents.repository.js';

/** Which documents are extracted again: those of the filter that meet the conditions. */
export type ReprocessFilter = DocumentFilter & ReprocessCondition;

const PAGE = 200;

/** Documents of one request that are announced as queued. For more of them the task shows the progress. */
const ANNOUNCED = 100;

interface Page {
  /** The documents of the page that match. */
  ids: string[];
  /** Where the next page begins; `undefined` at the end. */
  last: string | undefined;
}

/** Between two pages: requests come first. */
const REST_MS = 50;

/** Has many documents extracted again, as a task. */
@HandlesJob(ReprocessMany)
export class ReprocessDocuments implements JobHandler<ReprocessManyData> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documents: ReprocessDocumentsRepository,
    private readonly outdated: OutdatedDocuments,
    private readonly selection: DocumentSelection,
    private readonly tasks: Tasks,
    private readonly jobs: JobQueue,
    private readonly broadcasts: Broadcasts,
    private readonly clock: Clock,
  ) {}

  /** Throws when an id of the filter is not a document of the organization. Returns the id of the task. */
  async request(ctx: OrganizationContext, filter: ReprocessFilter): Promise<string> {
    return this.unitOfWork.run(async (tx) => {
      if ('documentIds' in filter) await this.selection.check(tx, ctx, filter, [...new Set(filter.documentIds)]);
      const taskId = await this.tasks.create(tx, ctx, 'reprocess-documents', {
        isCancellable: true,
        permissions: ['documents:update'],
      });
      await this.jobs.enqueue(tx, ReprocessMany, { organizationId: ctx.organizationId, taskId, filter });
      return taskId;
    });
  }

  /** Returns how many documents a request would have extracted again now. */
  async count(ctx: OrganizationContext, filter: ReprocessFilter): Promise<number> {
    return this.documents.count(ctx, await this.#selectionOf(ctx, filter));
  }

  /** The organizations that have active documents that meet the conditions. */
  async organizations({ outcomes, onlyOutdated }: ReprocessCondition): Promise<string[]> {
    const outdated = onlyOutdated === true ? await this.outdated.find() : undefined;
    return this.documents.organizations({ outcomes, outdated });
  }

  /** Adds the jobs page by page, each with the progress of the task; continues where it was interrupted. */
  async handle({ data, signal }: Pick<Job<ReprocessManyData>, 'data' | 'signal'>): Promise<void> {
    const ctx = systemContext(data.organizationId, 'extraction');
    const begun = await this.tasks.start(ctx, data.taskId);
    if (begun) await this.tasks.untilCancelled(() => this.#enqueue(ctx, data, begun, signal));
  }

  async #enqueue(
    ctx: OrganizationContext,
    { organizationId, taskId, filter }: ReprocessManyData,
    begun: TaskProgress,
    signal: AbortSignal,
  ): Promise<void> {
    const selection = await this.#selectionOf(ctx, filter);
    let progress: TaskProgress = { ...begun, total: begun.total ?? (await this.documents.count(ctx, selection)) };
    for (;;) {
      signal.throwIfAborted();
      const { processed, total, resumeAfter } = progress;
      const { ids, last } = await this.#nextPage(ctx, selection, resumeAfter ?? '');
      if (last === undefined) {
        await this.unitOfWork.run((tx) =>
          this.tasks.complete(tx, ctx, taskId, { processed, result: { documentsCount: processed } }),
        );
        return;
      }
      progress = await this.unitOfWork.run(async (tx) => {
        const marked = await this.documents.mark(tx, ctx, ids);
        const jobs = marked.map(
          (document) => ({ organizationId, ...document, reason: 'reprocess', isBulk: true }) as const,
        );
        await this.jobs.enqueueAll(tx, ProcessDocument, jobs);
        for (const { documentId } of marked.slice(0, Math.max(0, ANNOUNCED - processed)))
          this.broadcasts.send(tx, ProcessingProgressed, progressOf(ctx, { documentId, status: 'pending' }));
        const count = processed + marked.length;
        const next = { processed: count, total: Math.max(total ?? 0, count), resumeAfter: last, result: null };
        await this.tasks.advance(tx, ctx, taskId, next);
        return next;
      });
      await this.clock.sleep(REST_MS, { signal });
    }
  }

  /** Sends the database only the ids of one page of a search: sending all of them for every page would be quadratic. */
  async #nextPage(ctx: OrganizationContext, selection: ReprocessSelection, after: string): Promise<Page> {
    const { documentIds } = selection;
    const given = documentIds?.slice(firstAfter(documentIds, after)).slice(0, PAGE);
    const ids = await this.documents.next(ctx, { ...selection, documentIds: given }, { after, limit: PAGE });
    return { ids, last: given === undefined ? ids.at(-1) : given.at(-1) };
  }

  /** A search is resolved once; documents that match later were uploaded later. */
  async #selectionOf(ctx: OrganizationContext, filter: ReprocessFilter): Promise<ReprocessSelection> {
    const { outcomes, onlyOutdated } = filter;
    const outdated = onlyOutdated === true ? await this.outdated.find(ctx.organizationId) : undefined;
    const isEverything = 'query' in filter && filter.query.trim() === '';
    return {
      outcomes,
      outdated,
      documentIds: isEverything ? undefined : (await this.selection.ids(ctx, filter)).sort(),
    };
  }
}

/** The position of the first of the ordered ids that follows `after`, by bisection: each page asks for it. */
function firstAfter(ids: readonly string[], after: string): number {
  let [from, to] = [0, ids.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ids[middle] ?? '') > after) to = middle;
    else from = middle + 1;
  }
  return from;
}
