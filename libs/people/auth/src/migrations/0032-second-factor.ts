import type { Migration } from '#ground/database';

/**
 * Tables of the plugins of the sign-in library for codes and for passkeys. Secrets and backup codes are encrypted with
 * `AUTH_SECRET`; of a passkey there is only the public key. A passkey belongs to one account.
 */
export const secondFactor: Migration = {
  name: '0032-second-factor',
  up: `
    create table auth_two_factor (
      id text collate "C" primary key,
      secret text not null check (char_length(secret) <= 1000),
      backup_codes text not null check (char_length(backup_codes) <= 4000),
      user_id text collate "C" not null references "user" on delete cascade,
      verified boolean not null default false,
      failed_verification_count int not null default 0,
      locked_until timestamptz(3) null,
      constraint auth_two_factor_user unique (user_id)
    );

    create table auth_passkey (
      id text collate "C" primary key,
      created_at timestamptz(3) not null default now(),
      name text null check (char_length(name) <= 64),
      public_key text not null check (char_length(public_key) <= 4000),
      user_id text collate "C" not null references "user" on delete cascade,
      credential_id text not null check (char_length(credential_id) <= 1400),
      counter bigint not null,
      device_type text not null check (char_length(device_type) <= 50),
      backed_up boolean not null,
      transports text null check (char_length(transports) <= 200),
      aaguid text null check (char_length(aaguid) <= 50),
      constraint auth_passkey_credential unique (credential_id)
    );
    create index auth_passkey_user on auth_passkey (user_id);
  `,
  down: `
    drop table auth_passkey, auth_two_factor;
    update "user" set two_factor_enabled = false where two_factor_enabled;
  `,
};
