import { Injectable } from '@nestjs/common';
import { TaggingRulesConfig } from '#config/tagging-rules';
import { UnitOfWork, type Transaction } from '#ground/database';
import { assertRevision, Turns, type OrganizationContext, type OrganizationScope, type Page } from '#ground/kernel';
import { TagRepository, TagNotFound } from '#archive/tags';
import type { FollowUp } from './follow-up.js';
import { FollowUpRepository } from './follow-up.repository.js';
import type { RuleChange } from './rule-change.js';
import { RuleChecks } from './rule-checks.js';
import { TaggingRuleRepository } from './tagging-rule.repository.js';
import type { Condition, Matching, TaggingRule } from './tagging-rule.js';
import { TaggingRuleLimitReached, TaggingRuleNotFound } from './tagging-rules.errors.js';

export interface TaggingRuleFields {
  name: string;
  description?: string | undefined;
  enabled?: boolean | undefined;
  conditionMatchMode: Matching['conditionMatchMode'];
  conditions: readonly Condition[];
  tagIds: readonly string[];
  changes?: readonly RuleChange[] | undefined;
  followUps?: readonly FollowUp[] | undefined;
}

const TAGS_PER_RULE_ON_AVERAGE = 20;

/** Lists of megabytes: more at once would take all connections of the process, and its thread for seconds. */
const LISTS_AT_ONCE = 2;
const LISTS_WAITING = 100;
const LISTS_WAITING_PER_ORGANIZATION = 25;

@Injectable()
export class TaggingRulesService {
  readonly #lists = new Turns({ running: LISTS_AT_ONCE, waiting: LISTS_WAITING, waitMs: 0 });

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rules: TaggingRuleRepository,
    private readonly tags: TagRepository,
    private readonly checks: RuleChecks,
    private readonly followUps: FollowUpRepository,
    private readonly config: TaggingRulesConfig,
  ) {}

  /**
   * Waits for its turn; of several organizations, each has one. Refused with 429 when many of the organization wait
   * already, with 503 when many of all do.
   */
  list(ctx: OrganizationScope, page: Page, signal?: AbortSignal): Promise<TaggingRule[]> {
    const { organizationId: key } = ctx;
    const shares = [{ key, running: LISTS_AT_ONCE, waiting: LISTS_WAITING_PER_ORGANIZATION }];
    return this.#lists.take(() => this.rules.list(ctx, page), { shares, signal });
  }

  async find(ctx: OrganizationScope, taggingRuleId: string): Promise<TaggingRule> {
    const rule = await this.rules.find(ctx, taggingRuleId);
    if (!rule) throw TaggingRuleNotFound();
    return rule;
  }

  async create(tx: Transaction, ctx: OrganizationContext, fields: TaggingRuleFields): Promise<TaggingRule> {
    const { name, description = null, enabled = true, conditionMatchMode, changes = [], followUps = [] } = fields;
    await this.rules.lockLimit(tx, ctx);
    if ((await this.rules.count(tx, ctx)) >= this.config.maxPerOrganization) throw TaggingRuleLimitReached();
    const inserted = { name, description, enabled, conditionMatchMode, changes, followUps };
    const ruleId = await this.rules.insert(tx, ctx, inserted);
    await this.#replaceParts(tx, ctx, ruleId, fields);
    const rule = await this.rules.find(ctx, ruleId, tx);
    if (!rule) throw TaggingRuleNotFound();
    return rule;
  }

  /**
   * Replaces the rule; a missing description, `enabled`, list of changes or of follow-ups stays as it is. Fails with 412 when `expected` revisions are
   * given and the rule is in none of them.
   */
  async replace(
    ctx: OrganizationContext,
    taggingRuleId: string,
    fields: TaggingRuleFields,
    expected?: readonly string[],
  ): Promise<void> {
    const { name, description, enabled, conditionMatchMode, changes, followUps } = fields;
    await this.unitOfWork.run(async (tx) => {
      await this.rules.lockLimit(tx, ctx);
      const before = await this.rules.lock(tx, ctx, taggingRuleId);
      if (!before) throw TaggingRuleNotFound();
      assertRevision(before, expected);
      const present = await this.rules.find(ctx, taggingRuleId, tx);
      const replaced = { name, description, enabled, conditionMatchMode, changes, followUps };
      if (!(await this.rules.update(tx, ctx, taggingRuleId, replaced))) throw TaggingRuleNotFound();
      await this.#replaceParts(tx, ctx, taggingRuleId, fields, present);
    });
  }

  async delete(ctx: OrganizationContext, taggingRuleId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      if (!(await this.rules.lock(tx, ctx, taggingRuleId))) throw TaggingRuleNotFound();
      await this.#lockTags(tx, ctx, taggingRuleId);
      if (!(await this.rules.delete(tx, ctx, taggingRuleId))) throw TaggingRuleNotFound();
      await this.followUps.removeOfRule(tx, ctx, taggingRuleId);
      await this.rules.touch(tx, ctx);
    });
  }

  async #replaceParts(
    tx: Transaction,
    ctx: OrganizationContext,
    taggingRuleId: string,
    { conditions, tagIds, changes = [], followUps }: TaggingRuleFields,
    present?: TaggingRule,
  ): Promise<void> {
    const checked = await this.checks.conditions(tx, ctx, conditions, present?.conditions);
    await this.checks.changes(tx, ctx, changes, present?.changes);
    await this.checks.followUps(tx, ctx, followUps ?? present?.followUps ?? [], present?.followUps);
    const tags = [...new Set(tagIds)];
    const locked = await this.#lockTags(tx, ctx, taggingRuleId, tags);
    if (!tags.every((tagId) => locked.has(tagId))) throw TagNotFound();
    await this.rules.replaceConditions(tx, taggingRuleId, checked);
    await this.rules.replaceActions(tx, taggingRuleId, tags);
    if (tags.length > (present?.actions.length ?? 0)) await this.#assertTagsWithinLimit(tx, ctx);
    await this.rules.touch(tx, ctx);
  }

  /** Each tag of each rule is in the list of rules. */
  async #assertTagsWithinLimit(tx: Transaction, ctx: OrganizationContext): Promise<void> {
    const most = TAGS_PER_RULE_ON_AVERAGE * this.config.maxPerOrganization;
    if ((await this.rules.countActions(tx, ctx)) <= most) return;
    throw TaggingRuleLimitReached({
      message: `The rules of the organization may add at most ${most} tags together (${TAGS_PER_RULE_ON_AVERAGE} for each rule of the setting TAGGING_RULES_MAX_PER_ORGANIZATION). Take tags out of others first.`,
    });
  }

  /**
   * Locks the tags of the rule and `more` tags, and returns those that exist: none is deleted before the commit. The
   * rule's own tags are included because the deletion of a tag also deletes the actions that refer to it.
   */
  async #lockTags(
    tx: Transaction,
    ctx: OrganizationContext,
    taggingRuleId: string,
    more: readonly string[] = [],
  ): Promise<Set<string>> {
    const own = await this.rules.tagIds(tx, ctx, taggingRuleId);
    const kept = await this.tags.keep(tx, ctx, [...own, ...more]);
    return new Set(kept.map(({ id }) => id));
  }
}
