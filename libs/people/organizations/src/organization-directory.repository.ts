import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { kyselyOf, sqlOver, UnitOfWork } from '#ground/database';
import type { Page } from '#ground/kernel';
import type { OrganizationTables } from './organization.repository.js';
import { OrganizationNotFound } from './organizations.errors.js';

/** An organization as administrators of the installation see it. */
export interface DirectoryOrganization {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  name: string;
  customerId: string | null;
  deletedAt: Date | null;
  deletedBy: string | null;
  scheduledPurgeAt: Date | null;
  memberCount: number;
  ownerId: string | null;
}

export interface OrganizationSelection {
  /** A whole id, or a part of the name. */
  search?: string | undefined;
  state: 'active' | 'all' | 'deleted';
}

const TODAY = `(now() at time zone 'UTC')::date`;
const COLUMNS = `o.id, o.created_at as "createdAt", o.updated_at as "updatedAt", o.name, o.customer_id as "customerId",
  o.deleted_at as "deletedAt", o.deleted_by as "deletedBy", o.scheduled_purge_at as "scheduledPurgeAt",
  (select count(*) from organization_member m where m.organization_id = o.id)::int as "memberCount",
  (select m.user_id from organization_member m where m.organization_id = o.id and m.role = 'owner') as "ownerId"`;

const SELECTED = `($1::text is null or o.id = $1 or position(lower($1) in lower(o.name)) > 0)
  and ($2::boolean is null or (o.deleted_at is not null) = $2)`;

/** All organizations of the installation, for administrators. What is text here serves every selection, or counts by day. */
@Injectable()
export class OrganizationDirectory {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Newest first. */
  list(selection: OrganizationSelection, { pageIndex, pageSize }: Page): Promise<DirectoryOrganization[]> {
    return this.#query<DirectoryOrganization>(
      `select ${COLUMNS} from organization o where ${SELECTED} order by o.created_at desc, o.id desc limit $3 offset $4`,
      [...valuesOf(selection), pageSize, Math.min(pageIndex * pageSize, Number.MAX_SAFE_INTEGER)],
    );
  }

  async count(selection: OrganizationSelection): Promise<number> {
    const [row] = await this.#query<{ count: number }>(
      `select count(*)::int as count from organization o where ${SELECTED}`,
      valuesOf(selection),
    );
    return row?.count ?? 0;
  }

  /** Deleted ones too. */
  async get(id: string): Promise<DirectoryOrganization> {
    const [organization] = await this.#query<DirectoryOrganization>(
      `select ${COLUMNS} from organization o where o.id = $1`,
      [id],
    );
    if (!organization) throw OrganizationNotFound();
    return organization;
  }

  /** The names of organizations, deleted ones too, by id. */
  async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await kyselyOf<OrganizationTables>(this.unitOfWork)
      .selectFrom('organization')
      .select(['id', 'name'])
      .where('id', '=', sql<string>`any(${[...new Set(ids)]}::text[])`)
      .execute();
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** Returns in how many organizations that are not deleted each of these users is a member. */
  async countsOfUsers(userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await kyselyOf<OrganizationTables>(this.unitOfWork)
      .selectFrom('organization_member as m')
      .innerJoin('organization as o', 'o.id', 'm.organization_id')
      .select(['m.user_id as userId', sql<number>`count(*)::int`.as('count')])
      .where('m.user_id', '=', sql<string>`any(${userIds}::text[])`)
      .where('o.deleted_at', 'is', null)
      .groupBy('m.user_id')
      .execute();
    return new Map(rows.map(({ userId, count }) => [userId, count]));
  }

  /** Counts how many of today's organizations there were at the end of each of the last `days` days, oldest first. */
  countByDay(days: number): Promise<{ date: string; organizations: number }[]> {
    return this.#query(
      `with change as (
         select created_at as at, 1 as organizations from organization
         union all select greatest(deleted_at, created_at), -1 from organization where deleted_at is not null
       ), of_day as (
         select greatest((at at time zone 'UTC')::date, ${TODAY} - $1::int) as day, sum(organizations) as organizations
         from change group by 1
       )
       select to_char(shown.day, 'YYYY-MM-DD') as date,
         coalesce(sum(of_day.organizations) over up, 0)::int as organizations
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

function valuesOf({ search, state }: OrganizationSelection): unknown[] {
  return [search === undefined || search === '' ? null : search, state === 'all' ? null : state === 'deleted'];
}
