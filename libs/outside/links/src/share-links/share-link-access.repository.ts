import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { kyselyOf, sqlOver, UnitOfWork } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { AccessKind, ShareLinkTables } from './share-link.schema.js';

/** A link as far as a visit needs it. */
export interface VisitedLink {
  id: string;
  organizationId: string;
  documentId: string;
  passwordHash: string | null;
  expiresAt: Date | null;
  isEnabled: boolean;
  /** Decided by the clock of the database. */
  isExpired: boolean;
  isUsedUp: boolean;
  isOrganizationDeleted: boolean;
  isDocumentTrashed: boolean;
}

/** The visitor, as members may see it. */
export interface Visitor {
  /** Shortened. */
  address: string;
  userAgent: string | null;
}

export interface Access extends Visitor {
  at: Date;
  kind: AccessKind;
}

/** What is left after an access; null without a limit. */
export interface DownloadsLeft {
  downloadsLeft: number | null;
}

/** Counters stop there instead of making visits fail. */
const GREATEST_COUNT = 2_147_483_647;
const RING = 100;

/**
 * Links as visitors meet them: looking one up by its token, counting and recording visits. Raw where they read other rooms
 * or write a visit with its count.
 */
@Injectable()
export class ShareLinkAccessRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Finds a link by its exact token. */
  async findByToken(token: string): Promise<VisitedLink | undefined> {
    const [link] = await sqlOver(this.unitOfWork.db).query<VisitedLink>(
      `select l.id, l.organization_id as "organizationId", l.document_id as "documentId",
         l.password_hash as "passwordHash", l.expires_at as "expiresAt", l.is_enabled as "isEnabled",
         coalesce(l.expires_at <= now(), false) as "isExpired",
         coalesce(l.downloads_count >= l.max_downloads, false) as "isUsedUp",
         o.deleted_at is not null as "isOrganizationDeleted", d.deleted_at is not null as "isDocumentTrashed"
       from share_link l
       join organization o on o.id = l.organization_id
       join document d on d.id = l.document_id
       where l.token = $1`,
      [token],
    );
    return link;
  }

  /** `undefined` when the link is gone. */
  countView(shareLinkId: string, visitor: Visitor): Promise<DownloadsLeft | undefined> {
    const counted = `views_count = least(views_count, ${GREATEST_COUNT - 1}) + 1, ${ACCESSED}`;
    return this.#record(shareLinkId, visitor, 'view', { set: counted });
  }

  /** Counts a download if the link still allows one; of many at once no more than its limit succeed. */
  countDownload(shareLinkId: string, visitor: Visitor): Promise<DownloadsLeft | undefined> {
    const counted = `downloads_count = least(downloads_count, ${GREATEST_COUNT - 1}) + 1, ${ACCESSED}`;
    const allowed = `is_enabled and coalesce(expires_at > now(), true) and coalesce(downloads_count < max_downloads, true)`;
    return this.#record(shareLinkId, visitor, 'download', { set: counted, where: allowed });
  }

  async noteWrongPassword(shareLinkId: string, visitor: Visitor): Promise<void> {
    await this.#record(shareLinkId, visitor, 'wrong-password');
  }

  /** A request that is neither a view nor a download of its own. */
  async touch(shareLinkId: string): Promise<void> {
    await kyselyOf<ShareLinkTables>(this.unitOfWork)
      .updateTable('share_link')
      .set({ last_accessed_at: sql<Date>`${sql.raw(LAST_ACCESS)}` })
      .where('id', '=', shareLinkId)
      .execute();
  }

  /** Newest first, the latest 100; `undefined` when the organization has no such link. */
  async list({ organizationId }: OrganizationScope, shareLinkId: string): Promise<Access[] | undefined> {
    const rows = await kyselyOf<ShareLinkTables>(this.unitOfWork)
      .selectFrom('share_link as l')
      .leftJoin('share_link_access as a', 'a.share_link_id', 'l.id')
      .select(['a.at', 'a.kind', 'a.address', 'a.user_agent as userAgent'])
      .where('l.organization_id', '=', organizationId)
      .where('l.id', '=', shareLinkId)
      .orderBy(sql`(l.last_slot - a.slot + ${RING}) % ${RING}`)
      .$castTo<Access | { kind: null }>()
      .execute();
    return rows.length === 0 ? undefined : rows.filter((row): row is Access => row.kind !== null);
  }

  /** The row of the link is locked first: it says which row of the log is the oldest. */
  async #record(
    shareLinkId: string,
    { address, userAgent }: Visitor,
    kind: AccessKind,
    { set, where = 'true' }: { set?: string; where?: string } = {},
  ): Promise<DownloadsLeft | undefined> {
    const [recorded] = await sqlOver(this.unitOfWork.db).query<DownloadsLeft>(
      `with visited as (
         update share_link set last_slot = (last_slot + 1) % ${RING}${set === undefined ? '' : `, ${set}`}
         where id = $1 and ${where} returning id, last_slot, max_downloads - downloads_count as left_over
       ), logged as (
         insert into share_link_access (share_link_id, slot, at, kind, address, user_agent)
         select id, last_slot, clock_timestamp(), $2, $3, $4 from visited
         on conflict (share_link_id, slot) do update
           set at = excluded.at, kind = excluded.kind, address = excluded.address, user_agent = excluded.user_agent
       )
       select case when left_over < 0 then 0 else left_over end as "downloadsLeft" from visited`,
      [shareLinkId, kind, address, userAgent],
    );
    return recorded;
  }
}

/** At most once a minute, as the contract says. */
const LAST_ACCESS = `case when last_accessed_at >= now() - interval '60 seconds' then last_accessed_at else now() end`;

const ACCESSED = `last_accessed_at = ${LAST_ACCESS}`;
