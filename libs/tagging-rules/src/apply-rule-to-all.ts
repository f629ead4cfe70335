import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#libs/database';
import type { Job } from '#libs/jobs';
import { Tasks, type TaskProgress } from '#libs/tasks';
import { DocumentTagging } from './document-tagging.js';
import { placeOf, RuleCandidates, type Candidate } from './rule-candidates.js';
import { TaggingRuleRepository } from './tagging-rule.repository.js';
import type { ApplyTaggingRuleData } from './tagging-rules.jobs.js';

/** The result of the task. A dry run tells what would be. */
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
/** Rest after a chunk, for each millisecond of work: people who ask for documents meanwhile come first. */
const REST_SHARE = 0.5;
const LONGEST_REST_MS = 50;

@Injectable()
export class ApplyRuleToAll {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly candidates: RuleCandidates,
    private readonly rules: TaggingRuleRepository,
    private readonly tagging: DocumentTagging,
    private readonly tasks: Tasks,
  ) {}

  /** Chunk by chunk; what a chunk adds and how far the task has come are committed together. */
  async execute({ data, signal }: Pick<Job<ApplyTaggingRuleData>, 'data' | 'signal'>): Promise<void> {
    const { organizationId, taskId, rule } = data;
    const begun = await this.tasks.start(taskId);
    if (!begun) return;
    let progress = { ...begun, total: begun.total ?? (await this.candidates.count(organizationId)) };
    const size = Math.max(1, Math.min(CHUNK_DOCUMENTS, Math.floor(CHUNK_PAIRS / Math.max(1, rule.tagIds.length))));
    for (;;) {
      signal.throwIfAborted();
      const began = performance.now();
      const page = await this.candidates.page(organizationId, rule.tagIds, progress.resumeAfter, size);
      const lacking = page.filter((candidate) => candidate.missingTags > 0);
      const matching = await this.candidates.matching(organizationId, rule, lacking, signal);
      const chosen = lacking.filter((candidate) => matching.has(candidate.id));
      const next = await this.#keep(data, progress, page, chosen);
      if (!next) return;
      progress = next;
      const rest = Math.min(LONGEST_REST_MS, (performance.now() - began) * REST_SHARE);
      await pause(rest, undefined, { signal });
    }
  }

  /** Writes one chunk; `undefined` when it was the last. */
  async #keep(
    data: ApplyTaggingRuleData,
    progress: TaskProgress & { total: number },
    page: readonly Candidate[],
    chosen: readonly Candidate[],
  ): Promise<(TaskProgress & { total: number }) | undefined> {
    const { organizationId, taggingRuleId, taskId, dryRun, rule } = data;
    return this.unitOfWork.run(async (tx) => {
      if (!(await this.rules.isLive(tx, organizationId, taggingRuleId))) {
        await this.tasks.cancel(tx, taskId, 'The rule was deleted before it had been applied to all documents.');
        return undefined;
      }
      const ids = chosen.map((candidate) => candidate.id);
      const added = dryRun
        ? { documents: ids, pairs: chosen.reduce((sum, candidate) => sum + candidate.missingTags, 0) }
        : countPairs(await this.tagging.add(tx, organizationId, ids, rule.tagIds, { activeOnly: true }));
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
        await this.tasks.complete(tx, taskId, { processed, result });
        return undefined;
      }
      // Documents that come in meanwhile must not make the task look more than done.
      const next = { processed, total: Math.max(progress.total, processed), resumeAfter: placeOf(last), result };
      await this.tasks.advance(tx, taskId, next);
      return next;
    });
  }
}

function countPairs(pairs: readonly { documentId: string }[]): { documents: string[]; pairs: number } {
  return { documents: [...new Set(pairs.map((pair) => pair.documentId))], pairs: pairs.length };
}
