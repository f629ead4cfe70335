import type { Migration } from '#ground/database';

/**
 * A condition on a property, and a change that sets one, keep the id of a property that was deleted: the rule then says
 * so. Which operators fit which field is checked by the server, which knows the types of properties.
 */
export const ruleConditionsAndChanges: Migration = {
  name: '0038-rule-conditions-and-changes',
  up: `
    alter table tagging_rule_condition
      drop constraint tagging_rule_condition_field_check,
      drop constraint tagging_rule_condition_operator_check,
      add column property_definition_id text collate "C" null,
      add constraint tagging_rule_condition_field_check check (field in ('name', 'content', 'source', 'type', 'size',
        'documentDate', 'property')),
      add constraint tagging_rule_condition_operator_check check (operator in ('equal', 'not_equal', 'contains',
        'not_contains', 'starts_with', 'ends_with', 'greater_than', 'less_than', 'before', 'after', 'is_set',
        'is_not_set')),
      add constraint tagging_rule_condition_property check ((field = 'property') = (property_definition_id is not null));
    alter table tagging_rule add column changes jsonb not null default '[]';
  `,
  down: `
    delete from tagging_rule r where exists (select from tagging_rule_condition c where c.tagging_rule_id = r.id
      and (c.field not in ('name', 'content')
        or c.operator in ('greater_than', 'less_than', 'before', 'after', 'is_set', 'is_not_set')));
    delete from tagging_rule r where not exists (select from tagging_rule_action a where a.tagging_rule_id = r.id)
      and r.changes <> '[]';
    alter table tagging_rule drop column changes;
    alter table tagging_rule_condition
      drop constraint tagging_rule_condition_property,
      drop constraint tagging_rule_condition_field_check,
      drop constraint tagging_rule_condition_operator_check,
      drop column property_definition_id,
      add constraint tagging_rule_condition_field_check check (field in ('name', 'content')),
      add constraint tagging_rule_condition_operator_check check (operator in ('equal', 'not_equal', 'contains',
        'not_contains', 'starts_with', 'ends_with'));
  `,
};
