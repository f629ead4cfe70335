import type { Migration } from '#ground/database';

/** What the rules have changed in a document that came in; kept 30 days, so that it can be looked at and undone. */
export const ruleRuns: Migration = {
  name: '0039-rule-runs',
  up: `
    create table tagging_rule_run (
      id text collate "C" primary key,
      organization_id text collate "C" not null references organization on delete cascade,
      document_id text collate "C" not null references document on delete cascade,
      created_at timestamptz(3) not null default now(),
      rules jsonb not null,
      difference jsonb not null,
      undone_at timestamptz(3) null
    );
    create index tagging_rule_run_organization on tagging_rule_run (organization_id, created_at, id);
    create index tagging_rule_run_document on tagging_rule_run (document_id, created_at, id);
    create index tagging_rule_run_created on tagging_rule_run (created_at);
    create index tagging_rule_run_rules on tagging_rule_run using gin (rules jsonb_path_ops);
  `,
  down: 'drop table tagging_rule_run;',
};
