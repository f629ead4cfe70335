import { Injectable } from '@nestjs/common';
import { sql, type Expression, type RawBuilder } from 'kysely';
import { UserRepository } from '#people/auth';
import { hasHold } from '#people/holds';
import type { DateDetection, LearnedFiling } from '#config/organizations';
import { COUNT, kyselyOf, sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import {
  offsetOf,
  userIdOf,
  WHOLE_LIST_SIZE,
  type OrganizationContext,
  type OrganizationScope,
  type Page,
  type Role,
  type UserActor,
} from '#ground/kernel';
import { OrganizationMember, type OrganizationMemberTable } from './organization-member.entity.js';
import type { OrganizationSettingsTables } from './organization-settings.schema.js';
import { Organization, type OrganizationTable } from './organization.entity.js';

export interface OrganizationTables {
  organization: OrganizationTable;
  organization_member: OrganizationMemberTable;
}

/** An organization as the API shows it. */
export interface OrganizationFacts {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  name: string;
  customerId?: string | null | undefined;
  deletedAt?: Date | null | undefined;
  deletedBy?: string | null | undefined;
  scheduledPurgeAt?: Date | null | undefined;
}

export interface AutoTaggingSettings {
  isEnabled: boolean;
  /** Whether automatic tagging may create tags, or only use existing ones. */
  canCreateNewTags: boolean;
  /** Most tags given to one document. */
  maxTags: number;
  /** Whether a date and a name may be suggested as well, which a person accepts or dismisses. */
  canSuggestDetails: boolean;
  /** Whether values of custom properties may be suggested, which a person accepts or dismisses. */
  canSuggestProperties: boolean;
}

export type AutoTaggingChanges = { [Name in keyof AutoTaggingSettings]?: AutoTaggingSettings[Name] | undefined };

/** Null: as the server does. */
export interface DocumentSettings {
  dateDetection: DateDetection | null;
  learnedFiling: LearnedFiling | null;
  isInboxEnabled: boolean | null;
}

export type DocumentSettingsChanges = { [Name in keyof DocumentSettings]?: DocumentSettings[Name] | undefined };

/** A user in an organization. */
export interface MemberId {
  organizationId: string;
  userId: string;
}

/** Database time, which also decides when an organization is purged. */
const NOW = sql<Date>`now()`;

/** Nothing of it is on legal hold. */
const IS_FREE = sql<boolean>`not ${sql.raw(hasHold('organization.id'))}`;

/** Every query on organizations. Deleted ones are found only by the methods that say so. */
@Injectable()
export class OrganizationRepository {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: UserRepository,
  ) {}

  /** The role of the caller in an organization; undefined for users who are not members, and in a deleted organization. */
  async roleOf(organizationId: string, { userId }: UserActor): Promise<Role | undefined> {
    // As text, because every request in an organization sends it.
    const [row] = await sqlOver(this.unitOfWork.db).query<{ role: Role }>(
      `select m.role from organization_member m join organization o on o.id = m.organization_id
       where m.organization_id = $1 and m.user_id = $2 and o.deleted_at is null`,
      [organizationId, userId],
    );
    return row?.role;
  }

  /** The roles of these members now; without users that are not members, and without deleted organizations. */
  async rolesOf(members: readonly MemberId[]): Promise<(MemberId & { role: Role })[]> {
    if (members.length === 0) return [];
    // As text: pairs in two parameters, however many they are.
    return sqlOver(this.unitOfWork.db).query<MemberId & { role: Role }>(
      `select m.organization_id as "organizationId", m.user_id as "userId", m.role
       from organization_member m join organization o on o.id = m.organization_id
       where o.deleted_at is null
         and (m.organization_id, m.user_id) in (select * from unnest($1::text[], $2::text[]))`,
      [members.map(({ organizationId }) => organizationId), members.map(({ userId }) => userId)],
    );
  }

  /** Returns the ids of the users that are members now, by the transaction's view. */
  async membersAmong(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    userIds: readonly string[],
  ): Promise<Set<string>> {
    if (userIds.length === 0) return new Set();
    const rows = await kyselyOf<OrganizationTables>(tx)
      .selectFrom('organization_member')
      .select('user_id')
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', sql<string>`any(${userIds}::text[])`)
      .execute();
    return new Set(rows.map((row) => row.user_id));
  }

  async find({ organizationId: id }: OrganizationContext): Promise<Organization | undefined> {
    return (await this.unitOfWork.reader.findOne(Organization, { id, deletedAt: null })) ?? undefined;
  }

  /** Returns the organizations that are not deleted, by id. */
  async findLive(ids: readonly string[], tx?: Transaction): Promise<ReadonlyMap<string, OrganizationFacts>> {
    if (ids.length === 0) return new Map();
    const em = tx?.em ?? this.unitOfWork.reader;
    const organizations = await em.find(Organization, { id: { $in: [...new Set(ids)] }, deletedAt: null });
    return new Map(organizations.map((organization) => [organization.id, organization]));
  }

  /** The organizations that the caller reaches, oldest first. */
  ofActor(actor: UserActor, page: Page): Promise<Organization[]> {
    return this.#ofUser(actor.userId, page, (id) => reaches(actor, id));
  }

  /** The organizations of a user, oldest first; at most as many as a page of a list has. */
  ofUser(userId: string): Promise<Organization[]> {
    return this.#ofUser(userId, { pageIndex: 0, pageSize: WHOLE_LIST_SIZE });
  }

  async #ofUser(userId: string, page: Page, isWanted: (id: string) => boolean = () => true): Promise<Organization[]> {
    const em = this.unitOfWork.reader;
    const memberships = await em.find(OrganizationMember, { userId });
    const ids = memberships.map(({ organizationId }) => organizationId).filter(isWanted);
    return em.find(
      Organization,
      { id: { $in: ids }, deletedAt: null },
      { orderBy: { createdAt: 'asc', id: 'asc' }, limit: page.pageSize, offset: offsetOf(page) },
    );
  }

  /** Returns what the caller has deleted and may still restore, last deleted first. */
  async deletedBy(actor: UserActor, page: Page): Promise<Organization[]> {
    const rows = await kyselyOf<OrganizationTables>(this.unitOfWork)
      .selectFrom('organization')
      .select('id')
      .where('deleted_at', 'is not', null)
      .where('deleted_by', '=', actor.userId)
      .where('scheduled_purge_at', '>=', NOW)
      .execute();
    const ids = rows.map(({ id }) => id).filter((id) => reaches(actor, id));
    return this.unitOfWork.reader.find(
      Organization,
      { id: { $in: ids } },
      { orderBy: { deletedAt: 'desc', id: 'desc' }, limit: page.pageSize, offset: offsetOf(page) },
    );
  }

  /** How many organizations the user has deleted that are not purged. */
  async countDeletedBy(tx: Transaction, userId: string): Promise<number> {
    const { count } = await kyselyOf<OrganizationTables>(tx)
      .selectFrom('organization')
      .select(COUNT.as('count'))
      .where('deleted_at', 'is not', null)
      .where('deleted_by', '=', userId)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Marks an organization as deleted, to be purged after these days. */
  async markDeleted(tx: Transaction, ctx: OrganizationContext, purgeDelayDays: number): Promise<void> {
    await kyselyOf<OrganizationTables>(tx)
      .updateTable('organization')
      .set((eb) => ({
        deleted_at: NOW,
        deleted_by: userIdOf(ctx),
        updated_at: later(eb.ref('updated_at')),
        scheduled_purge_at: sql<Date>`now() + make_interval(days => ${purgeDelayDays})`,
      }))
      .where('id', '=', ctx.organizationId)
      .execute();
  }

  /**
   * The row, deleted or not, locked until the end of the transaction. Others can still refer to the row: with the
   * stronger lock, a rename would wait for every upload, and an upload for the rename.
   */
  async lock(
    tx: Transaction,
    id: string,
  ): Promise<{ isDeleted: boolean; deletedBy: string | null; isPurgeDue: boolean } | undefined> {
    return kyselyOf<OrganizationTables>(tx)
      .selectFrom('organization')
      .select((eb) => [
        eb('deleted_at', 'is not', null).$castTo<boolean>().as('isDeleted'),
        'deleted_by as deletedBy',
        eb.fn
          .coalesce(eb.and([eb('deleted_at', 'is not', null), eb('scheduled_purge_at', '<', NOW)]), eb.lit(false))
          .$castTo<boolean>()
          .as('isPurgeDue'),
      ])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
  }

  async markRestored(tx: Transaction, { organizationId }: OrganizationContext): Promise<void> {
    await kyselyOf<OrganizationTables>(tx)
      .updateTable('organization')
      .set((eb) => ({
        deleted_at: null,
        deleted_by: null,
        scheduled_purge_at: null,
        updated_at: later(eb.ref('updated_at')),
      }))
      .where('id', '=', organizationId)
      .execute();
  }

  /** Deleted organizations whose restore period has expired, the most overdue first. */
  async findPurgeDue(): Promise<string[]> {
    const rows = await kyselyOf<OrganizationTables>(this.unitOfWork)
      .selectFrom('organization')
      .select('id')
      .where('deleted_at', 'is not', null)
      .where('scheduled_purge_at', '<', NOW)
      .where(IS_FREE)
      .orderBy('scheduled_purge_at')
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Locks an organization until the transaction ends. Returns false when no purge of it is due. */
  async lockPurgeDue(tx: Transaction, { organizationId }: OrganizationScope): Promise<boolean> {
    const due = await kyselyOf<OrganizationTables>(tx)
      .selectFrom('organization')
      .select('id')
      .where('id', '=', organizationId)
      .where('deleted_at', 'is not', null)
      .where('scheduled_purge_at', '<', NOW)
      .where(IS_FREE)
      .forUpdate()
      .executeTakeFirst();
    return due !== undefined;
  }

  /** Removes the row and everything that refers to it. Returns false when it has documents, or when no purge is due. */
  async remove(tx: Transaction, { organizationId: id }: OrganizationContext): Promise<boolean> {
    // As text: documents are above this room.
    const rows = await tx.sql.query(
      `delete from organization o where o.id = $1 and o.deleted_at is not null and o.scheduled_purge_at < now()
         and not exists (select from document d where d.organization_id = o.id) returning o.id`,
      [id],
    );
    return rows.length > 0;
  }

  /** The name of an organization, deleted or not, and the addresses of its owners. */
  async owners(
    tx: Transaction,
    { organizationId }: OrganizationScope,
  ): Promise<{ organizationName: string; emails: string[] }> {
    const rows = await kyselyOf<OrganizationTables>(tx)
      .selectFrom('organization as o')
      .innerJoin('organization_member as m', 'm.organization_id', 'o.id')
      .select(['o.name', 'm.user_id'])
      .where('o.id', '=', organizationId)
      .where('m.role', '=', 'owner')
      .execute();
    const emails = await this.users.emailsOf(
      tx,
      rows.map((row) => row.user_id),
    );
    return { organizationName: rows[0]?.name ?? '', emails };
  }

  async countMembers({ organizationId }: OrganizationContext): Promise<number> {
    const { members } = await kyselyOf<OrganizationTables>(this.unitOfWork)
      .selectFrom('organization_member')
      .select(sql<number>`count(*)::int`.as('members'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    return members;
  }

  /** Locked until the end of the transaction. */
  async findForChange(tx: Transaction, { organizationId: id }: OrganizationContext): Promise<Organization | undefined> {
    if (!(await this.lock(tx, id))) return undefined;
    return (await tx.em.findOne(Organization, { id, deletedAt: null })) ?? undefined;
  }

  /** What the organization has set for automatic tagging. */
  autoTagging(organizationId: string, tx?: Transaction) {
    return kyselyOf<OrganizationSettingsTables>(tx ?? this.unitOfWork)
      .selectFrom('organization_settings')
      .select([
        'auto_tagging_is_enabled as isEnabled',
        'auto_tagging_can_create_new_tags as canCreateNewTags',
        'auto_tagging_max_tags as maxTags',
        'auto_tagging_can_suggest_details as canSuggestDetails',
        'auto_tagging_can_suggest_properties as canSuggestProperties',
      ])
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();
  }

  /** Settings that are missing in `changes` stay as they are. */
  async saveAutoTagging(
    tx: Transaction,
    { organizationId }: OrganizationContext,
    changes: AutoTaggingChanges,
  ): Promise<void> {
    const values = {
      auto_tagging_is_enabled: changes.isEnabled,
      auto_tagging_can_create_new_tags: changes.canCreateNewTags,
      auto_tagging_max_tags: changes.maxTags,
      auto_tagging_can_suggest_details: changes.canSuggestDetails,
      auto_tagging_can_suggest_properties: changes.canSuggestProperties,
    };
    await kyselyOf<OrganizationSettingsTables>(tx)
      .insertInto('organization_settings')
      .values({ organization_id: organizationId, ...values })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ updated_at: NOW, ...values }))
      .execute();
  }

  /** What the organization has set for its documents; `undefined` and null: as the server does. */
  async documentSettings(organizationId: string, tx?: Transaction): Promise<DocumentSettings | undefined> {
    return kyselyOf<OrganizationSettingsTables>(tx ?? this.unitOfWork)
      .selectFrom('organization_settings')
      .select([
        'date_detection as dateDetection',
        'learned_filing as learnedFiling',
        'is_inbox_enabled as isInboxEnabled',
      ])
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();
  }

  /** Settings that are missing in `changes` stay as they are. */
  async saveDocumentSettings(
    tx: Transaction,
    { organizationId }: OrganizationContext,
    { dateDetection, learnedFiling, isInboxEnabled }: DocumentSettingsChanges,
  ): Promise<void> {
    const values = { date_detection: dateDetection, learned_filing: learnedFiling, is_inbox_enabled: isInboxEnabled };
    await kyselyOf<OrganizationSettingsTables>(tx)
      .insertInto('organization_settings')
      .values({ organization_id: organizationId, ...values })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ updated_at: NOW, ...values }))
      .execute();
  }

  /** How many more organizations the user may own. Locks the user, so that two creates count one after the other. */
  async remainingOwnerships(tx: Transaction, userId: string, defaultLimit: number): Promise<number> {
    const limit = (await this.users.lockOrganizationLimit(tx, userId)) ?? defaultLimit;
    const { owned } = await kyselyOf<OrganizationTables>(tx)
      .selectFrom('organization_member as m')
      .innerJoin('organization as o', 'o.id', 'm.organization_id')
      .select(sql<number>`count(*)::int`.as('owned'))
      .where('m.user_id', '=', userId)
      .where('m.role', '=', 'owner')
      .where('o.deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    return limit - owned;
  }
}

/** Database time, or a moment later than the last change: every change makes a new revision. */
function later(updatedAt: Expression<Date>): RawBuilder<Date> {
  return sql<Date>`greatest(now(), ${updatedAt} + interval '1 ms')`;
}

/** An API key may be bound to some of its user's organizations. */
function reaches(actor: UserActor, organizationId: string): boolean {
  return actor.via === 'session' || (actor.organizationIds?.includes(organizationId) ?? true);
}

/** Whether there is an organization with this id, for the statement of another table; `id` is a column or a value in SQL. */
export function existsOrganization(id: string): string {
  return `exists (select from organization where organization.id = ${id})`;
}
