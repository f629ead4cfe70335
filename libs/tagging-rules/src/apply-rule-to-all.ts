import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#libs/database';
import { DocumentTags } from '#libs/document-tags';
import type { Job } from '#libs/jobs';
import { systemContext, type OrganizationContext } from '#libs/kernel';
import { Tasks, type TaskProgress } from '#libs/tasks';
import { cursorOf, RuleCandidates, type Candidate } from './rule-candidates.js';
import { TaggingRuleRepository } from './tagging-rule.repository.js';
import type { ApplyTaggingRuleData } from './tagging-rules.jobs.js';

/** The result of the task; that of a dry run says what would change. */
export interface RuleApplication {
  dryRun: boolean;
  /** Documents that get at least one tag they did not have. */
  documentsCount: number;
  /** Pairs of document and tag. */
  tagsAdded: number;
  /** The first 100 of these documents. */
  documentIds: string[];
}

const CHUNK_DOCUMENTS = 500;
const CHUNK_PAIRS = 2_000;
const SHOWN_DOCUMENTS = 100;
/** Pause after a chunk, for each millisecond of work: requests come first. */
const REST_SHARE = 0.5;
const LONGEST_REST_MS = 50;

@Injectable()
export class ApplyRuleToAll {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly candidates: RuleCandidates,
    private readonly rules: TaggingRuleRepository,
    private readonly documentTags: DocumentTags,
    private readonly tasks: Tasks,
  ) {}

  /** Works chunk by chunk, and commits the tags of a chunk together with the progress of the task. */
  async execute({ data, signal }: Pick<Job<ApplyTaggingRuleData>, 'data' | 'signal'>): Promise<void> {
    const ctx = systemContext(data.organizationId, 'tagging-rule');
    const begun = await this.tasks.start(ctx, data.taskId);
    if (begun) await this.tasks.untilCancelled(() => this.#apply(ctx, data, begun, signal));
  }

  async #apply(
    ctx: OrganizationContext,
    data: ApplyTaggingRuleData,
    begun: TaskProgress,
    signal: AbortSignal,
  ): Promise<void> {
    const { rule } = data;
    let progress = { ...begun, total: begun.total ?? (await this.candidates.count(ctx)) };
    const size = Math.max(1, Math.min(CHUNK_DOCUMENTS, Math.floor(CHUNK_PAIRS / Math.max(1, rule.tagIds.length))));
    for (;;) {
      signal.throwIfAborted();
      const began = performance.now();
      const page = await this.candidates.page(ctx, { tagIds: rule.tagIds, after: progress.resumeAfter, size });
      const lacking = page.filter((candidate) => candidate.missingTags > 0);
      const matching = await this.candidates.matching(ctx, rule, lacking, signal);
      const chosen = lacking.filter((candidate) => matching.has(candidate.id));
      const next = await this.#save(ctx, data, progress, page, chosen);
      if (!next) return;
      progress = next;
      const rest = Math.min(LONGEST_REST_MS, (performance.now() - began) * REST_SHARE);
      await pause(rest, undefined, { signal });
    }
  }

  /** Writes one chunk; `undefined` when it was the last. */
  async #save(
    ctx: OrganizationContext,
    data: ApplyTaggingRuleData,
    progress: TaskProgress & { total: number },
    page: readonly Candidate[],
    chosen: readonly Candidate[],
  ): Promise<(TaskProgress & { total: number }) | undefined> {
    const { taggingRuleId, taskId, dryRun, rule } = data;
    return this.unitOfWork.run(async (tx) => {
      if (!(await this.rules.isLive(tx, ctx, taggingRuleId))) {
        await this.tasks.cancel(tx, ctx, taskId, 'The rule was deleted before it had been applied to all documents.');
        return undefined;
      }
      const documentIds = chosen.map((candidate) => candidate.id);
      const added = dryRun
        ? { documents: documentIds, pairs: chosen.reduce((sum, candidate) => sum + candidate.missingTags, 0) }
        : countPairs(
            await this.documentTags.addToExisting(tx, ctx, { documentIds, tagIds: rule.tagIds, activeOnly: true }),
          );
      const before = progress.result as RuleApplication | null;
      const result: RuleApplication = {
        dryRun,
        documentsCount: (before?.documentsCount ?? 0) + added.documents.length,
        tagsAdded: (before?.tagsAdded ?? 0) + added.pairs,
        documentIds: [...(before?.documentIds ?? []), ...added.documents].slice(0, SHOWN_DOCUMENTS),
      };
      const processed = progress.processed + page.length;
      const last = page.at(-1);
      if (!last) {
        await this.tasks.complete(tx, ctx, taskId, { processed, result });
        return undefined;
      }
      // Documents uploaded meanwhile must not bring the progress above the total.
      const next = { processed, total: Math.max(progress.total, processed), resumeAfter: cursorOf(last), result };
      await this.tasks.advance(tx, ctx, taskId, next);
      return next;
    });
  }
}

function countPairs(pairs: readonly { documentId: string }[]): { documents: string[]; pairs: number } {
  return { documents: [...new Set(pairs.map((pair) => pair.documentId))], pairs: pairs.length };
}
