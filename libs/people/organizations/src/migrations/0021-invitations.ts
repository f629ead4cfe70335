import type { Migration } from '#ground/database';

/**
 * An organization has one invitation for an address, which a new one reuses. Who has sent how many in a day is counted
 * in a table of its own, because one invitation may be sent several times.
 */
export const invitations: Migration = {
  name: '0021-invitations',
  up: `
    create table organization_invitation (
      id text collate "C" primary key,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      organization_id text collate "C" not null references organization on delete cascade,
      email text not null check (char_length(email) <= 254),
      role text not null check (role in ('admin', 'member', 'viewer')),
      status text not null check (status in ('pending', 'accepted', 'rejected', 'expired', 'cancelled')),
      expires_at timestamptz(3) not null,
      inviter_id text collate "C" null references "user" on delete set null,
      constraint organization_invitation_email unique (organization_id, email)
    );
    create index organization_invitation_pending on organization_invitation (email) where status = 'pending';
    create index organization_invitation_expiry on organization_invitation (expires_at, id) where status = 'pending';
    create index organization_invitation_inviter on organization_invitation (inviter_id);

    create table sent_invitation (
      id text collate "C" primary key,
      user_id text collate "C" not null references "user" on delete cascade,
      sent_at timestamptz(3) not null default now()
    );
    create index sent_invitation_user on sent_invitation (user_id, sent_at);
    create index sent_invitation_time on sent_invitation (sent_at);
  `,
  down: `
    drop table sent_invitation, organization_invitation;
  `,
};
