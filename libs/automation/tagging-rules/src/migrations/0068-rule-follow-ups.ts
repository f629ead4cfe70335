import type { Migration } from '#ground/database';

/** What follows, once for each rule and document, when a rule matches. */
export const ruleFollowUps: Migration = {
  name: '0068-rule-follow-ups',
  up: `
    alter table tagging_rule add column follow_ups jsonb not null default '[]';
    create table tagging_rule_follow_up (
      tagging_rule_id text collate "C" not null,
      document_id text collate "C" not null references document on delete cascade,
      kind text not null check (kind in ('notify', 'webhook', 'share-link')),
      organization_id text collate "C" not null references organization on delete cascade,
      created_at timestamptz(3) not null default now(),
      done_at timestamptz(3) null,
      primary key (tagging_rule_id, document_id, kind)
    );
    create index tagging_rule_follow_up_document on tagging_rule_follow_up (document_id);
    create index tagging_rule_follow_up_organization on tagging_rule_follow_up (organization_id);
    create index tagging_rule_follow_up_open on tagging_rule_follow_up (tagging_rule_id, kind) where done_at is null;
  `,
  down: `
    drop table tagging_rule_follow_up;
    delete from tagging_rule r where not exists (select from tagging_rule_action a where a.tagging_rule_id = r.id)
      and r.changes = '[]' and r.follow_ups <> '[]';
    alter table tagging_rule drop column follow_ups;
  `,
};
