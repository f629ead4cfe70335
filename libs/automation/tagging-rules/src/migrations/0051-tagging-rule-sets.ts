import type { Migration } from '#ground/database';

/** Which rules an organization has: the version changes with each of them, so that they can be kept in memory. */
export const taggingRuleSets: Migration = {
  name: '0051-tagging-rule-sets',
  up: `
    create table tagging_rule_set (
      organization_id text collate "C" primary key references organization on delete cascade,
      version text not null
    );
    insert into tagging_rule_set (organization_id, version)
      select distinct organization_id, gen_random_uuid()::text from tagging_rule;
  `,
  down: 'drop table tagging_rule_set;',
};
