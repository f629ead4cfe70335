import type { Migration } from '../migration.js';

/** Background tasks that people can follow, and the rules that add tags. */
export const taggingRulesAndTasks: Migration = {
  name: '0003-tagging-rules-and-tasks',
  up: `
    create table task (
      id text collate "C" primary key,
      organization_id text collate "C" not null references organization on delete cascade,
      type text not null,
      status text not null default 'pending' check (status in ('pending', 'running', 'completed', 'failed', 'cancelled')),
      processed int not null default 0,
      total int null,
      resume_after text null,
      result jsonb null,
      error text null,
      created_at timestamptz(3) not null default clock_timestamp(),
      started_at timestamptz(3) null,
      finished_at timestamptz(3) null
    );
    create index task_organization on task (organization_id, created_at desc, id desc);
    create index task_unfinished on task (created_at) where status in ('pending', 'running');
    create index task_finished on task (finished_at) where finished_at is not null;

    create table tagging_rule (
      id text collate "C" primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      organization_id text collate "C" not null references organization on delete cascade,
      name text not null,
      description text null,
      enabled boolean not null,
      condition_match_mode text not null check (condition_match_mode in ('all', 'any'))
    );
    create index tagging_rule_organization on tagging_rule (organization_id, created_at, id);

    create table tagging_rule_condition (
      id text collate "C" primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      tagging_rule_id text collate "C" not null references tagging_rule on delete cascade,
      position int not null,
      field text not null check (field in ('name', 'content')),
      operator text not null
        check (operator in ('equal', 'not_equal', 'contains', 'not_contains', 'starts_with', 'ends_with')),
      value text not null,
      constraint tagging_rule_condition_position unique (tagging_rule_id, position)
    );

    create table tagging_rule_action (
      id text collate "C" primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      tagging_rule_id text collate "C" not null references tagging_rule on delete cascade,
      position int not null,
      tag_id text collate "C" not null references tag on delete cascade,
      constraint tagging_rule_action_tag_once unique (tagging_rule_id, tag_id)
    );
    create index tagging_rule_action_tag on tagging_rule_action (tag_id);

    -- Without it, deleting a tag would read the whole activity of the archive.
    create index document_activity_tag on document_activity (tag_id) where tag_id is not null;
  `,
  down: `
    drop index document_activity_tag;
    drop table tagging_rule_action, tagging_rule_condition, tagging_rule, task;
  `,
};
