import { UnitOfWork, type Transaction } from '#ground/database';
import { DocumentProperties } from '#archive/metadata';
import { LockDocuments } from '#archive/documents';
import { CustomPropertyRepository, PropertyOptions, type KeptProperty } from '#archive/properties';
import { HandlesJob, type Job, type JobHandler } from '#ground/jobs';
import { Clock, type OrganizationContext } from '#ground/kernel';
import { Tasks, type TaskProgress } from '#archive/tasks';
import { RuleOptionRepository } from './rule-option.repository.js';
import { MergeOptionsJob, type MergeOptionsData } from './tagging-rules.jobs.js';

/** The result of the task. */
export interface OptionMerge {
  /** Documents that had the merged option; they have the other one now. */
  documentsCount: number;
  /** Tagging rules that ask for or set the other option instead. */
  taggingRulesCount: number;
}

type Progress = TaskProgress & { total: number };

const CHUNK_DOCUMENTS = 500;
/** Pause after a chunk, for each millisecond of work: requests come first. */
const REST_SHARE = 1;
const LONGEST_REST_MS = 250;

/**
 * Replaces an option of a property by another one in all documents and rules, and deletes it. Works chunk by chunk and
 * commits each with the progress of the task. What a cancelled merge has replaced stays replaced.
 */
@HandlesJob(MergeOptionsJob)
export class MergeOptions implements JobHandler<MergeOptionsData> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documentProperties: DocumentProperties,
    private readonly lockDocuments: LockDocuments,
    private readonly properties: CustomPropertyRepository,
    private readonly options: PropertyOptions,
    private readonly rules: RuleOptionRepository,
    private readonly tasks: Tasks,
    private readonly clock: Clock,
  ) {}

  async handle({ data, signal }: Pick<Job<MergeOptionsData>, 'data' | 'signal'>): Promise<void> {
    const ctx = { ...data.requestedBy, organizationId: data.organizationId };
    const begun = await this.tasks.start(ctx, data.taskId);
    if (begun) await this.tasks.untilCancelled(() => this.#merge(ctx, data, begun, signal));
  }

  async #merge(
    ctx: OrganizationContext,
    data: MergeOptionsData,
    begun: TaskProgress,
    signal: AbortSignal,
  ): Promise<void> {
    let progress: Progress | undefined = {
      ...begun,
      total: begun.total ?? (await this.documentProperties.countDocumentsWithOption(data.optionId)),
    };
    while (progress) {
      signal.throwIfAborted();
      const began = performance.now();
      progress = await this.#replaceInChunk(ctx, data, progress);
      const rest = Math.min(LONGEST_REST_MS, (performance.now() - began) * REST_SHARE);
      if (progress) await this.clock.sleep(rest, { signal });
    }
  }

  /** Replaces the option in some documents; with the last ones done, ends the merge and returns `undefined`. */
  async #replaceInChunk(
    ctx: OrganizationContext,
    data: MergeOptionsData,
    progress: Progress,
  ): Promise<Progress | undefined> {
    const { optionId, intoOptionId, taskId } = data;
    const documentIds = await this.documentProperties.documentsWithOption(optionId, { limit: CHUNK_DOCUMENTS });
    if (documentIds.length === 0) return this.#end(ctx, data, progress);
    return this.unitOfWork.run(async (tx) => {
      const locked = await this.lockDocuments.execute(tx, ctx, documentIds);
      const property = await this.#keepBoth(tx, ctx, data);
      if (!property) return undefined;
      const replacement = { property, documentIds: locked, optionId, intoOptionId };
      const changed = await this.documentProperties.replaceOption(tx, ctx, replacement);
      const processed = progress.processed + changed.length;
      const next = {
        processed,
        // Documents that get the option meanwhile must not bring the progress above the total.
        total: Math.max(progress.total, processed),
        resumeAfter: null,
        result: { documentsCount: processed, taggingRulesCount: 0 } satisfies OptionMerge,
      };
      await this.tasks.advance(tx, ctx, taskId, next);
      return next;
    });
  }

  /** Changes rules and deletes the option, unless documents got it since: then there is more to do. */
  async #end(ctx: OrganizationContext, data: MergeOptionsData, progress: Progress): Promise<Progress | undefined> {
    const { propertyId, optionId, taskId } = data;
    return this.unitOfWork.run(async (tx) => {
      const rules = await this.rules.lockThoseWithOption(tx, ctx, data);
      await this.properties.findForChange(tx, ctx, propertyId);
      if (!(await this.#keepBoth(tx, ctx, data))) return undefined;
      if ((await this.documentProperties.documentsWithOption(optionId, { limit: 1, tx })).length > 0) return progress;
      await this.rules.replaceOption(tx, ctx, rules, data);
      await this.options.deleteIn(tx, ctx, propertyId, optionId);
      const { processed } = progress;
      const result: OptionMerge = { documentsCount: processed, taggingRulesCount: rules.length };
      await this.tasks.complete(tx, ctx, taskId, { processed, result });
      return undefined;
    });
  }

  /** Without one of them, ends the task: to continue would take values from documents without replacing them. */
  async #keepBoth(
    tx: Transaction,
    ctx: OrganizationContext,
    { propertyId, optionId, intoOptionId, taskId }: MergeOptionsData,
  ): Promise<KeptProperty | undefined> {
    const property = (await this.properties.keep(tx, ctx, [propertyId])).get(propertyId);
    const owners = await this.properties.propertiesOfOptions(tx, [optionId, intoOptionId]);
    if (property && [optionId, intoOptionId].every((id) => owners.get(id) === propertyId)) return property;
    await this.tasks.cancel(tx, ctx, taskId, 'One of the two options was deleted before they had been merged.');
    return undefined;
  }
}
