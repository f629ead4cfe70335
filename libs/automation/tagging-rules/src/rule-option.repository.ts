import { Injectable } from '@nestjs/common';
import { asJson, kyselyOf, type Transaction } from '#ground/database';
import { replacedIn } from '#archive/metadata';
import type { OrganizationScope } from '#ground/kernel';
import type { OptionsToMerge } from './request-option-merge.js';
import type { RuleChange } from './rule-change.js';
import type { TaggingRuleTables } from './tagging-rule.schema.js';
import { TaggingRuleRepository, TOUCHED } from './tagging-rule.repository.js';

interface RuleWithOption {
  id: string;
  changes: readonly RuleChange[];
}

/** The options of properties that rules ask for and set. */
@Injectable()
export class RuleOptionRepository {
  constructor(private readonly rules: TaggingRuleRepository) {}

  /**
   * Locks the rules that ask for an option or set it, in the order of their ids, and says that they change: that lock comes
   * before those of properties. Raw: it looks into JSON.
   */
  async lockThoseWithOption(
    tx: Transaction,
    scope: OrganizationScope,
    { propertyId, optionId }: Pick<OptionsToMerge, 'optionId' | 'propertyId'>,
  ): Promise<RuleWithOption[]> {
    const change = { kind: 'property', propertyDefinitionId: propertyId };
    const rules = await tx.sql.query<RuleWithOption>(
      `select r.id, r.changes from tagging_rule r
       where r.organization_id = $1 and (r.changes @> $4::jsonb or r.changes @> $5::jsonb
         or exists (select from tagging_rule_condition c
           where c.tagging_rule_id = r.id and c.property_definition_id = $2 and c.value = $3))
       order by r.id for update of r`,
      [
        ...[scope.organizationId, propertyId, optionId],
        JSON.stringify([{ ...change, value: optionId }]),
        JSON.stringify([{ ...change, value: [optionId] }]),
      ],
    );
    if (rules.length > 0) await this.rules.touch(tx, scope);
    return rules;
  }

  /** Names the other option in the conditions and changes of these rules, which the caller has locked. */
  async replaceOption(
    tx: Transaction,
    scope: OrganizationScope,
    rules: readonly RuleWithOption[],
    { propertyId, optionId, intoOptionId }: OptionsToMerge,
  ): Promise<void> {
    const db = kyselyOf<TaggingRuleTables>(tx);
    for (const { id, changes } of rules) {
      await db
        .updateTable('tagging_rule_condition')
        .set({ value: intoOptionId, updated_at: TOUCHED })
        .where('tagging_rule_id', '=', id)
        .where('property_definition_id', '=', propertyId)
        .where('value', '=', optionId)
        .execute();
      const replaced = changes.map((change) =>
        change.kind === 'property' && change.propertyDefinitionId === propertyId
          ? { ...change, value: replacedIn(change.value, optionId, intoOptionId) }
          : change,
      );
      await db
        .updateTable('tagging_rule')
        .set({ updated_at: TOUCHED, changes: asJson(replaced) })
        .where('organization_id', '=', scope.organizationId)
        .where('id', '=', id)
        .execute();
    }
  }
}
