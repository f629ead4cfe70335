import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork } from '#ground/database';
import type { Page } from '#ground/kernel';
import { UserNotFound } from './auth.errors.js';

/** A user as administrators of the installation see it. */
export interface DirectoryUser {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  email: string;
  emailVerified: boolean;
  name: string;
  image: string | null;
  /** Null: the limit of the server applies. */
  maxOrganizationCount: number | null;
  twoFactorEnabled: boolean;
  isAdmin: boolean;
  disabledAt: Date | null;
  /** When a session was last renewed, at most a day ago for one in use, or an API key used. */
  lastActiveAt: Date | null;
}

export interface UserSelection {
  /** A whole id, or a part of the e-mail address or the name. */
  search?: string | undefined;
  role?: 'admin' | 'user' | undefined;
  state?: 'active' | 'disabled' | undefined;
}

export interface UserFigures {
  usersCount: number;
  /** Signed in, or used an API key, within 30 days. */
  activeUsersCount: number;
  disabledUsersCount: number;
}

const TODAY = `(now() at time zone 'UTC')::date`;
const COLUMNS = `u.id, u.created_at as "createdAt", u.updated_at as "updatedAt", u.email, u.email_verified as "emailVerified",
  u.name, u.image, u.max_organization_count as "maxOrganizationCount", u.two_factor_enabled as "twoFactorEnabled",
  u.is_admin as "isAdmin", u.disabled_at as "disabledAt", greatest(
    (select max(s.updated_at) from auth_session s where s.user_id = u.id),
    (select max(k.last_used_at) from api_key k where k.user_id = u.id)
  ) as "lastActiveAt"`;

const SELECTED = `($1::text is null or u.id = $1 or position(lower($1) in u.email) > 0
    or position(lower($1) in lower(u.name)) > 0)
  and ($2::boolean is null or u.is_admin = $2) and ($3::boolean is null or (u.disabled_at is not null) = $3)`;

/** All users of the installation, for administrators. As text: one statement for every selection, and figures by day. */
@Injectable()
export class UserDirectory {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Newest first. */
  async list(selection: UserSelection, { pageIndex, pageSize }: Page): Promise<DirectoryUser[]> {
    return this.#query<DirectoryUser>(
      `select ${COLUMNS} from "user" u where ${SELECTED} order by u.created_at desc, u.id desc limit $4 offset $5`,
      [...valuesOf(selection), pageSize, Math.min(pageIndex * pageSize, Number.MAX_SAFE_INTEGER)],
    );
  }

  async count(selection: UserSelection): Promise<number> {
    const [row] = await this.#query<{ count: number }>(
      `select count(*)::int as count from "user" u where ${SELECTED}`,
      valuesOf(selection),
    );
    return row?.count ?? 0;
  }

  async get(id: string): Promise<DirectoryUser> {
    const [user] = await this.#query<DirectoryUser>(`select ${COLUMNS} from "user" u where u.id = $1`, [id]);
    if (!user) throw UserNotFound();
    return user;
  }

  async getMany(ids: readonly string[]): Promise<ReadonlyMap<string, DirectoryUser>> {
    const users = await this.#query<DirectoryUser>(`select ${COLUMNS} from "user" u where u.id = any($1::text[])`, [
      ids,
    ]);
    return new Map(users.map((user) => [user.id, user]));
  }

  async figures(): Promise<UserFigures> {
    const [row] = await this.#query<UserFigures>(
      `select count(*)::int as "usersCount", count(*) filter (where u.disabled_at is not null)::int as "disabledUsersCount",
         count(*) filter (
           where exists (select from auth_session s where s.user_id = u.id and s.updated_at > now() - interval '30 days')
             or exists (select from api_key k where k.user_id = u.id and k.last_used_at > now() - interval '30 days')
         )::int as "activeUsersCount"
       from "user" u`,
      [],
    );
    return row ?? { usersCount: 0, activeUsersCount: 0, disabledUsersCount: 0 };
  }

  /** Counts how many of today's users there were at the end of each of the last `days` days, oldest first. */
  async countByDay(days: number): Promise<{ date: string; users: number }[]> {
    return this.#query(
      `with of_day as (
         select greatest((created_at at time zone 'UTC')::date, ${TODAY} - $1::int) as day, count(*) as users
         from "user" group by 1
       )
       select to_char(shown.day, 'YYYY-MM-DD') as date, coalesce(sum(of_day.users) over up, 0)::int as users
       from (select ${TODAY} - ago as day from generate_series($1::int, 0, -1) as ago) as shown
         left join of_day on of_day.day = shown.day
       window up as (order by shown.day) order by shown.day offset 1`,
      [days],
    );
  }

  #query<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return sqlOver(this.unitOfWork.db).query<Row>(text, values);
  }
}

function valuesOf({ search, role, state }: UserSelection): unknown[] {
  return [
    search === undefined || search === '' ? null : search,
    role === undefined ? null : role === 'admin',
    state === undefined ? null : state === 'disabled',
  ];
}
