import { Injectable, Logger } from '@nestjs/common';
import type { Transaction } from '#libs/database';
import { DocumentTags } from '#libs/document-tags';
import { DocumentContent } from '#libs/documents';
import { systemContext, type OrganizationScope } from '#libs/kernel';
import { RuleMatcher } from './rule-matcher.js';
import { TaggingRuleRepository } from './tagging-rule.repository.js';

@Injectable()
export class ApplyRulesToDocument {
  readonly #logger = new Logger('TaggingRules');

  constructor(
    private readonly rules: TaggingRuleRepository,
    private readonly matcher: RuleMatcher,
    private readonly content: DocumentContent,
    private readonly documentTags: DocumentTags,
  ) {}

  /** Adds the tags of all enabled rules that match the document as it is in this transaction. Removes none. */
  async execute(tx: Transaction, { organizationId }: OrganizationScope, documentId: string): Promise<void> {
    const ctx = systemContext(organizationId, 'tagging-rule');
    const rules = await this.rules.enabled(tx, ctx);
    if (rules.length === 0) return;
    const includeContent = rules.some((rule) => rule.conditions.some((condition) => condition.field === 'content'));
    const document = await this.content.read(tx, ctx, documentId, { includeContent });
    if (!document) return;
    const matching = await this.matcher.matching(
      ctx,
      rules,
      document,
      (rule, error) => this.#logger.error(`Tagging rule ${rule.id} cannot be evaluated: ${String(error)}`),
      // Thousands of rules on a long text take long, and the database ends idle transactions.
      () => tx.sql.query('select'),
    );
    const tagIds = new Set(matching.flatMap((rule) => rule.tagIds));
    await this.documentTags.addToExisting(tx, ctx, { documentIds: [documentId], tagIds: [...tagIds] });
  }
}
