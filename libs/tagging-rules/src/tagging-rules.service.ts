import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '#libs/database';
import { assertRevision } from '#libs/kernel';
import { TagNotFound } from '#libs/tags';
import { TaggingRuleRepository } from './tagging-rule.repository.js';
import type { Condition, Matching, TaggingRule } from './tagging-rule.js';
import { TaggingRuleNotFound } from './tagging-rules.errors.js';

export interface TaggingRuleFields {
  name: string;
  description?: string | undefined;
  enabled?: boolean | undefined;
  conditionMatchMode: Matching['conditionMatchMode'];
  conditions: readonly Condition[];
  tagIds: readonly string[];
}

@Injectable()
export class TaggingRulesService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rules: TaggingRuleRepository,
  ) {}

  list(organizationId: string): Promise<TaggingRule[]> {
    return this.rules.list(organizationId);
  }

  async find(organizationId: string, taggingRuleId: string): Promise<TaggingRule> {
    const rule = await this.rules.find(organizationId, taggingRuleId);
    if (!rule) throw TaggingRuleNotFound();
    return rule;
  }

  async create(tx: Transaction, organizationId: string, fields: TaggingRuleFields): Promise<TaggingRule> {
    const { name, description = null, enabled = true, conditionMatchMode } = fields;
    const ruleId = await this.rules.insert(tx, organizationId, { name, description, enabled, conditionMatchMode });
    await this.#replaceParts(tx, organizationId, ruleId, fields);
    const rule = await this.rules.find(organizationId, ruleId, tx.sql);
    if (!rule) throw TaggingRuleNotFound();
    return rule;
  }

  /**
   * Replaces the rule; a missing description or `enabled` stays as it is. Fails with 412 when `expected` revisions are
   * given and the rule is in none of them.
   */
  async replace(
    organizationId: string,
    taggingRuleId: string,
    fields: TaggingRuleFields,
    expected?: readonly string[],
  ): Promise<void> {
    const { name, description, enabled, conditionMatchMode } = fields;
    await this.unitOfWork.run(async (tx) => {
      const before = await this.rules.lock(tx, organizationId, taggingRuleId);
      if (!before) throw TaggingRuleNotFound();
      assertRevision(before, expected);
      const changes = { name, description, enabled, conditionMatchMode };
      if (!(await this.rules.update(tx, organizationId, taggingRuleId, changes))) throw TaggingRuleNotFound();
      await this.#replaceParts(tx, organizationId, taggingRuleId, fields);
    });
  }

  async delete(organizationId: string, taggingRuleId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      if (!(await this.rules.lock(tx, organizationId, taggingRuleId))) throw TaggingRuleNotFound();
      await this.rules.lockTags(tx, organizationId, taggingRuleId);
      if (!(await this.rules.delete(tx, organizationId, taggingRuleId))) throw TaggingRuleNotFound();
    });
  }

  async #replaceParts(
    tx: Transaction,
    organizationId: string,
    taggingRuleId: string,
    { conditions, tagIds }: TaggingRuleFields,
  ): Promise<void> {
    const tags = [...new Set(tagIds)];
    const locked = await this.rules.lockTags(tx, organizationId, taggingRuleId, tags);
    if (!tags.every((tagId) => locked.has(tagId))) throw TagNotFound();
    await this.rules.replaceConditions(tx, taggingRuleId, conditions);
    await this.rules.replaceActions(tx, taggingRuleId, tags);
  }
}
