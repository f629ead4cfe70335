import { UnitOfWork, type Transaction } from '#ground/database';
import { DocumentTags } from '#archive/metadata';
import { LockDocuments } from '#archive/documents';
import { FileRequestRepository } from '#outside/links';
import { HandlesJob, type Job, type JobHandler } from '#ground/jobs';
import { Clock, type OrganizationContext } from '#ground/kernel';
import { TagRepository, TagsService } from '#archive/tags';
import { Tasks, type TaskProgress } from '#archive/tasks';
import { TaggingRuleRepository } from './tagging-rule.repository.js';
import { MergeTagsJob, type MergeTagsData } from './tagging-rules.jobs.js';

/** The result of the task. */
export interface TagMerge {
  /** Documents from which the merged tag was removed; they have the other one now. */
  documentsCount: number;
  /** Tagging rules that add the other tag instead. */
  taggingRulesCount: number;
}

type Progress = TaskProgress & { total: number };

const CHUNK_DOCUMENTS = 500;
/** Pause after a chunk, for each millisecond of work: requests come first. */
const REST_SHARE = 1;
const LONGEST_REST_MS = 250;

/**
 * Replaces a tag by another one on all documents, in all rules and file requests, and deletes it. Works chunk by chunk and commits each
 * with the progress of the task. What a cancelled merge has replaced stays replaced.
 */
@HandlesJob(MergeTagsJob)
export class MergeTags implements JobHandler<MergeTagsData> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documentTags: DocumentTags,
    private readonly lockDocuments: LockDocuments,
    private readonly tags: TagRepository,
    private readonly tagsService: TagsService,
    private readonly rules: TaggingRuleRepository,
    private readonly fileRequests: FileRequestRepository,
    private readonly tasks: Tasks,
    private readonly clock: Clock,
  ) {}

  async handle({ data, signal }: Pick<Job<MergeTagsData>, 'data' | 'signal'>): Promise<void> {
    const ctx = { ...data.requestedBy, organizationId: data.organizationId };
    const begun = await this.tasks.start(ctx, data.taskId);
    if (begun) await this.tasks.untilCancelled(() => this.#merge(ctx, data, begun, signal));
  }

  async #merge(ctx: OrganizationContext, data: MergeTagsData, begun: TaskProgress, signal: AbortSignal): Promise<void> {
    let progress: Progress | undefined = {
      ...begun,
      total: begun.total ?? (await this.documentTags.countDocuments(ctx, data.tagId)),
    };
    while (progress) {
      signal.throwIfAborted();
      const began = performance.now();
      progress = await this.#replaceInChunk(ctx, data, progress);
      const rest = Math.min(LONGEST_REST_MS, (performance.now() - began) * REST_SHARE);
      if (progress) await this.clock.sleep(rest, { signal });
    }
  }

  /** Replaces the tag on some documents; with the last ones done, ends the merge and returns `undefined`. */
  async #replaceInChunk(
    ctx: OrganizationContext,
    data: MergeTagsData,
    progress: Progress,
  ): Promise<Progress | undefined> {
    const { tagId, intoTagId, taskId } = data;
    const documentIds = await this.documentTags.documentsWith(ctx, tagId, { limit: CHUNK_DOCUMENTS });
    if (documentIds.length === 0) return this.#end(ctx, data, progress);
    return this.unitOfWork.run(async (tx) => {
      const locked = await this.lockDocuments.execute(tx, ctx, documentIds);
      if (!(await this.#haveBothTags(tx, ctx, data))) return undefined;
      const { removed } = await this.documentTags.change(tx, ctx, {
        added: locked.map((documentId) => ({ documentId, tagId: intoTagId })),
        removed: locked.map((documentId) => ({ documentId, tagId })),
      });
      const processed = progress.processed + removed.length;
      const next = {
        processed,
        // Documents that get the tag meanwhile must not bring the progress above the total.
        total: Math.max(progress.total, processed),
        resumeAfter: null,
        result: { documentsCount: processed, taggingRulesCount: 0 } satisfies TagMerge,
      };
      await this.tasks.advance(tx, ctx, taskId, next);
      return next;
    });
  }

  /** Changes rules and file requests and deletes the tag, unless documents got it since: then there is more to do. */
  async #end(ctx: OrganizationContext, data: MergeTagsData, progress: Progress): Promise<Progress | undefined> {
    const { tagId, intoTagId, taskId } = data;
    return this.unitOfWork.run(async (tx) => {
      await this.tags.lockNames(tx, ctx);
      const ruleIds = await this.rules.lockThoseWithTag(tx, ctx, tagId);
      const fileRequestIds = await this.fileRequests.lockThoseWithTag(tx, ctx, tagId);
      await this.tags.lockForChange(tx, ctx, [tagId, intoTagId]);
      if (!(await this.#haveBothTags(tx, ctx, data))) return undefined;
      if ((await this.documentTags.documentsWith(ctx, tagId, { limit: 1, tx })).length > 0) return progress;
      const taggingRulesCount = await this.rules.replaceTag(tx, ctx, { ruleIds, tagId, intoTagId });
      await this.fileRequests.replaceTag(tx, ctx, { fileRequestIds, tagId, intoTagId });
      await this.tagsService.moveThoseBelow(tx, ctx, { tagId, intoTagId });
      await this.tagsService.deleteIn(tx, ctx, tagId);
      const { processed } = progress;
      const result: TagMerge = { documentsCount: processed, taggingRulesCount };
      await this.tasks.complete(tx, ctx, taskId, { processed, result });
      return undefined;
    });
  }

  /** Otherwise ends the task: to continue would take the tag from documents without replacing it. */
  async #haveBothTags(
    tx: Transaction,
    ctx: OrganizationContext,
    { tagId, intoTagId, taskId }: MergeTagsData,
  ): Promise<boolean> {
    if ((await this.tags.keep(tx, ctx, [tagId, intoTagId])).length === 2) return true;
    await this.tasks.cancel(tx, ctx, taskId, 'One of the two tags was deleted before they had been merged.');
    return false;
  }
}
