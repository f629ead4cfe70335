import { Injectable, Logger } from '@nestjs/common';
import type { Transaction } from '#libs/database';
import { DocumentTagging } from './document-tagging.js';
import { RuleMatcher } from './rule-matcher.js';
import type { MatchableDocument } from './rule-matching.js';
import { TaggingRuleRepository } from './tagging-rule.repository.js';

@Injectable()
export class ApplyRulesToDocument {
  readonly #logger = new Logger('TaggingRules');

  constructor(
    private readonly rules: TaggingRuleRepository,
    private readonly matcher: RuleMatcher,
    private readonly tagging: DocumentTagging,
  ) {}

  /** Adds the tags of all enabled rules that match the document as it is in this transaction. Takes none away. */
  async execute(tx: Transaction, organizationId: string, documentId: string): Promise<void> {
    const rules = await this.rules.enabled(tx, organizationId);
    if (rules.length === 0) return;
    const looksAtContent = rules.some((rule) => rule.conditions.some((condition) => condition.field === 'content'));
    const [document] = await tx.sql.query<MatchableDocument>(
      `select name, case when $3 then content else '' end as content from document
       where organization_id = $1 and id = $2`,
      [organizationId, documentId, looksAtContent],
    );
    if (!document) return;
    const matching = await this.matcher.matching(
      organizationId,
      rules,
      document,
      (rule, error) => this.#logger.error(`rule ${rule.id} cannot be evaluated: ${String(error)}`),
      // Thousands of rules on a book take long; the database ends transactions that it hears nothing of.
      () => tx.sql.query('select'),
    );
    const tagIds = new Set(matching.flatMap((rule) => rule.tagIds));
    await this.tagging.add(tx, organizationId, [documentId], [...tagIds], { activeOnly: false });
  }
}
