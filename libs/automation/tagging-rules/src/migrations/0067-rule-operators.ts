import type { Migration } from '#ground/database';

/** Regular expressions, ranges, and days before or after the day on which a rule looks at a document. */
export const ruleOperators: Migration = {
  name: '0067-rule-operators',
  up: `
    alter table tagging_rule_condition
      drop constraint tagging_rule_condition_operator_check,
      add constraint tagging_rule_condition_operator_check check (operator in ('equal', 'not_equal', 'contains',
        'not_contains', 'starts_with', 'ends_with', 'matches', 'not_matches', 'greater_than', 'less_than', 'before',
        'after', 'between', 'in_last_days', 'in_next_days', 'is_set', 'is_not_set'));
  `,
  down: `
    delete from tagging_rule r where exists (select from tagging_rule_condition c where c.tagging_rule_id = r.id
      and c.operator in ('matches', 'not_matches', 'between', 'in_last_days', 'in_next_days'));
    alter table tagging_rule_condition
      drop constraint tagging_rule_condition_operator_check,
      add constraint tagging_rule_condition_operator_check check (operator in ('equal', 'not_equal', 'contains',
        'not_contains', 'starts_with', 'ends_with', 'greater_than', 'less_than', 'before', 'after', 'is_set',
        'is_not_set'));
  `,
};
