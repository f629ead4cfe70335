import { ChangeSets, type DocumentChange } from '#archive/batches';
import { UnitOfWork, type Transaction } from '#ground/database';
import { HandlesJob, type Job, type JobHandler } from '#ground/jobs';
import { Clock, systemContext, type OrganizationContext } from '#ground/kernel';
import { Tasks, type TaskProgress } from '#archive/tasks';
import { cursorOf, RuleCandidates } from './rule-candidates.js';
import type { Candidate } from './rule-facts.repository.js';
import { FollowUps, type FollowUpCounts } from './follow-ups.js';
import { changesMore, changesOf, effectsOf, type RuleDifference, type RuleEffects as Effects } from './rule-change.js';
import { RuleEffects } from './rule-effects.js';
import { TaggingRuleRepository } from './tagging-rule.repository.js';
import { ApplyTaggingRule, type ApplyTaggingRuleData } from './tagging-rules.jobs.js';

/** The result of the task; that of a dry run says what would change. */
export interface RuleApplication extends FollowUpCounts {
  dryRun: boolean;
  /** Documents that get a tag they did not have, or are changed otherwise. */
  documentsCount: number;
  /** Pairs of document and tag. */
  tagsAdded: number;
  /** Pairs of document and custom property. */
  propertiesSet: number;
  datesSet: number;
  namesSet: number;
  /** The first 100 of these documents. */
  documentIds: string[];
}

const CHUNK_DOCUMENTS = 500;
const CHUNK_PAIRS = 2_000;
const SHOWN_DOCUMENTS = 100;
/** Pause after a chunk, for each millisecond of work: requests come first. */
const REST_SHARE = 0.5;
const LONGEST_REST_MS = 50;

@HandlesJob(ApplyTaggingRule)
export class ApplyRuleToAll implements JobHandler<ApplyTaggingRuleData> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly candidates: RuleCandidates,
    private readonly rules: TaggingRuleRepository,
    private readonly effects: RuleEffects,
    private readonly followUps: FollowUps,
    private readonly changeSets: ChangeSets,
    private readonly tasks: Tasks,
    private readonly clock: Clock,
  ) {}

  /** Works chunk by chunk, and commits the changes of a chunk together with the progress of the task. */
  async handle({ data, signal }: Pick<Job<ApplyTaggingRuleData>, 'data' | 'signal'>): Promise<void> {
    const ctx = systemContext(data.organizationId, 'tagging-rule');
    const begun = await this.tasks.start(ctx, data.taskId);
    if (begun) await this.tasks.untilCancelled(() => this.#apply(ctx, data, begun, signal));
    const { dryRun, rule, taggingRuleId } = data;
    if (dryRun || (rule.followUps ?? []).length === 0) return;
    // Also after the task has ended: the process may have stopped in between.
    await this.unitOfWork.run((tx) => this.followUps.finish(tx, ctx, taggingRuleId));
  }

  async #apply(
    ctx: OrganizationContext,
    data: ApplyTaggingRuleData,
    begun: TaskProgress,
    signal: AbortSignal,
  ): Promise<void> {
    const { rule } = data;
    let progress = { ...begun, total: begun.total ?? (await this.candidates.count(ctx)) };
    const effects = effectsOf([rule]);
    const size = Math.max(1, Math.min(CHUNK_DOCUMENTS, Math.floor(CHUNK_PAIRS / Math.max(1, changesOf(effects)))));
    for (;;) {
      signal.throwIfAborted();
      const began = performance.now();
      const page = await this.candidates.page(ctx, { tagIds: rule.tagIds, after: progress.resumeAfter, size });
      const looksAtAll = changesMore(effects) || (rule.followUps ?? []).length > 0;
      const open = looksAtAll ? page : page.filter((candidate) => candidate.missingTags > 0);
      const matching = await this.candidates.matching(ctx, rule, open, signal);
      const chosen = open.filter((candidate) => matching.has(candidate.id));
      const next = await this.#save(ctx, data, progress, { page, chosen, effects });
      if (!next) return;
      progress = next;
      const rest = Math.min(LONGEST_REST_MS, (performance.now() - began) * REST_SHARE);
      await this.clock.sleep(rest, { signal });
    }
  }

  /** Writes one chunk; `undefined` when it was the last. */
  async #save(
    ctx: OrganizationContext,
    data: ApplyTaggingRuleData,
    progress: TaskProgress & { total: number },
    { page, chosen, effects }: { page: readonly Candidate[]; chosen: readonly Candidate[]; effects: Effects },
  ): Promise<(TaskProgress & { total: number }) | undefined> {
    const { taggingRuleId, taskId, dryRun } = data;
    return this.unitOfWork.run(async (tx) => {
      if (!(await this.rules.isLive(tx, ctx, taggingRuleId))) {
        await this.tasks.cancel(tx, ctx, taskId, 'The rule was deleted before it had been applied to all documents.');
        return undefined;
      }
      const changed = dryRun
        ? await this.#foresee(tx, ctx, chosen, effects)
        : await this.#change(tx, ctx, taskId, chosen, effects);
      const followed = await this.#follow(tx, ctx, data, chosen);
      const result = sum(progress.result, { dryRun, ...changed, ...followed });
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

  async #change(
    tx: Transaction,
    ctx: OrganizationContext,
    taskId: string,
    chosen: readonly Candidate[],
    effects: Effects,
  ): Promise<Changed> {
    if (chosen.length === 0) return NOTHING;
    const documentIds = chosen.map((candidate) => candidate.id);
    const changes = await this.effects.apply(tx, ctx, documentIds, effects, { activeOnly: true });
    await this.changeSets.add(tx, taskId, changes);
    return count(changes, documentIds);
  }

  async #follow(
    tx: Transaction,
    ctx: OrganizationContext,
    { taggingRuleId: id, rule: { name = '', followUps = [] }, dryRun }: ApplyTaggingRuleData,
    chosen: readonly Candidate[],
  ): Promise<FollowUpCounts> {
    const documentIds = chosen.map((candidate) => candidate.id);
    if (dryRun) return this.followUps.foresee(tx, ctx, { id, followUps }, documentIds);
    return this.followUps.begin(tx, ctx, [{ id, name, followUps }], documentIds, { isPart: true });
  }

  async #foresee(
    tx: Transaction,
    ctx: OrganizationContext,
    chosen: readonly Candidate[],
    effects: Effects,
  ): Promise<Changed> {
    const documentIds = chosen.map((candidate) => candidate.id);
    const { documentIds: others, ...foreseen } = await this.effects.foresee(tx, ctx, documentIds, effects);
    const changed = new Set([...others, ...chosen.filter(({ missingTags }) => missingTags > 0).map(({ id }) => id)]);
    return {
      ...foreseen,
      documentIds: documentIds.filter((id) => changed.has(id)),
      tagsAdded: chosen.reduce((total, candidate) => total + candidate.missingTags, 0),
    };
  }
}

/** What one chunk has changed, or would change. */
type Changed = Omit<RuleApplication, keyof FollowUpCounts | 'documentsCount' | 'dryRun'>;

const NOTHING: Changed = { documentIds: [], tagsAdded: 0, propertiesSet: 0, datesSet: 0, namesSet: 0 };

/** The ids in the given order. */
function count(changes: readonly DocumentChange<RuleDifference>[], documentIds: readonly string[]): Changed {
  const changed = new Set(changes.map(({ documentId }) => documentId));
  const total = (of: (difference: RuleDifference) => number): number =>
    changes.reduce((all, { difference }) => all + of(difference), 0);
  return {
    documentIds: documentIds.filter((id) => changed.has(id)),
    tagsAdded: total(({ tags }) => tags.added.length),
    propertiesSet: total(({ properties }) => properties.length),
    datesSet: total(({ documentDate }) => (documentDate ? 1 : 0)),
    namesSet: total(({ name }) => (name ? 1 : 0)),
  };
}

/** A task that was begun by an earlier version has fewer numbers. */
function sum(
  before: Partial<RuleApplication> | null,
  { dryRun, ...added }: Changed & FollowUpCounts & { dryRun: boolean },
): RuleApplication {
  return {
    dryRun,
    documentsCount: (before?.documentsCount ?? 0) + added.documentIds.length,
    tagsAdded: (before?.tagsAdded ?? 0) + added.tagsAdded,
    propertiesSet: (before?.propertiesSet ?? 0) + added.propertiesSet,
    datesSet: (before?.datesSet ?? 0) + added.datesSet,
    namesSet: (before?.namesSet ?? 0) + added.namesSet,
    documentsNotified: (before?.documentsNotified ?? 0) + added.documentsNotified,
    webhookEvents: (before?.webhookEvents ?? 0) + added.webhookEvents,
    shareLinks: (before?.shareLinks ?? 0) + added.shareLinks,
    documentIds: [...(before?.documentIds ?? []), ...added.documentIds].slice(0, SHOWN_DOCUMENTS),
  };
}
