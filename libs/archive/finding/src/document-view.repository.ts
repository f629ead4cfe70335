import { Injectable } from '@nestjs/common';
import type { Insertable, Updateable } from 'kysely';
import { anyOf, kyselyOf, limitAndOffset, lockName, sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import { userIdOf, type OrganizationContext, type OrganizationScope, type Page } from '#ground/kernel';
import type { DocumentViewTables, ViewLayout, ViewSortField, ViewSortOrder } from './document-view.schema.js';
import type { ViewNode, ViewPlace } from './view-tree.js';

/** A saved view as one user sees it. */
export interface DocumentView {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  organizationId: string;
  /** Null when the user is gone. */
  createdBy: string | null;
  name: string;
  query: string;
  description: string | null;
  parentId: string | null;
  /** Counts from 0 among the views with the same parent that this user sees. */
  position: number;
  isPinned: boolean;
  isShared: boolean;
  sortField: ViewSortField | null;
  sortOrder: ViewSortOrder | null;
  columns: string[] | null;
  layout: ViewLayout | null;
}

/** Advisory locks of PostgreSQL: this number and a hash of the organization. */
const TREE_LOCK = 741_853_023;

/** Positions are numbered before one view is selected: they count all its siblings. */
const VISIBLE = `select id, created_at as "createdAt", updated_at as "updatedAt", organization_id as "organizationId",
    created_by as "createdBy", name, query, description, parent_id as "parentId",
    (row_number() over (partition by parent_id order by position, id) - 1)::int as position,
    is_pinned as "isPinned", private_to is null as "isShared", sort_field as "sortField", sort_order as "sortOrder",
    columns, layout
  from document_view where organization_id = $1 and (private_to is null or private_to = $2)`;

/** Every query on saved views. Private views of other users are never among the results. */
@Injectable()
export class DocumentViewRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Newest first. */
  list(ctx: OrganizationContext, page?: Page): Promise<DocumentView[]> {
    return sqlOver(this.unitOfWork.db).query<DocumentView>(
      `select * from (${VISIBLE}) as visible order by "createdAt" desc, id desc limit $3 offset $4`,
      [ctx.organizationId, userIdOf(ctx), ...limitAndOffset(page)],
    );
  }

  async find(ctx: OrganizationContext, documentViewId: string, tx?: Transaction): Promise<DocumentView | undefined> {
    const [view] = await (tx?.sql ?? sqlOver(this.unitOfWork.db)).query<DocumentView>(
      `select * from (${VISIBLE}) as visible where id = $3`,
      [ctx.organizationId, userIdOf(ctx), documentViewId],
    );
    return view;
  }

  /**
   * Views of an organization are changed one after the other, so that the limit holds and two moves cannot make a cycle.
   * The first lock to take.
   */
  async lockTree(tx: Transaction, { organizationId }: OrganizationScope): Promise<void> {
    await lockName(tx, TREE_LOCK, organizationId);
  }

  /** The places of all views of the organization, private ones of every user included. */
  nodes(tx: Transaction, { organizationId }: OrganizationScope): Promise<ViewNode[]> {
    return kyselyOf<DocumentViewTables>(tx)
      .selectFrom('document_view')
      .select(['id', 'parent_id as parentId', 'position', 'private_to as privateTo'])
      .where('organization_id', '=', organizationId)
      .execute();
  }

  async insert(tx: Transaction, row: Insertable<DocumentViewTables['document_view']>): Promise<void> {
    await kyselyOf<DocumentViewTables>(tx).insertInto('document_view').values(row).execute();
  }

  async update(
    tx: Transaction,
    documentViewId: string,
    changes: Updateable<DocumentViewTables['document_view']>,
  ): Promise<void> {
    await kyselyOf<DocumentViewTables>(tx)
      .updateTable('document_view')
      .set(changes)
      .where('id', '=', documentViewId)
      .execute();
  }

  /** Moves these views. A view that gets another parent gets a new revision, one that only moves among its siblings none. */
  async place(tx: Transaction, { organizationId }: OrganizationScope, places: readonly ViewPlace[]): Promise<void> {
    if (places.length === 0) return;
    // Raw: lists of bound values as rows.
    await tx.sql.query(
      `update document_view as view set parent_id = place.parent_id, position = place.position,
         updated_at = case when view.parent_id is not distinct from place.parent_id then view.updated_at
           else greatest(clock_timestamp(), view.updated_at + interval '1 millisecond') end
       from unnest($2::text[], $3::text[], $4::int[]) as place (id, parent_id, position)
       where view.organization_id = $1 and view.id = place.id`,
      [
        organizationId,
        places.map(({ id }) => id),
        places.map(({ parentId }) => parentId),
        places.map(({ position }) => position),
      ],
    );
  }

  /** The names of those of these views that are shared. */
  namesOfShared(tx: Transaction, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
    return kyselyOf<DocumentViewTables>(tx)
      .selectFrom('document_view')
      .select(['id', 'name'])
      .where('id', '=', anyOf(ids))
      .where('private_to', 'is', null)
      .orderBy('id')
      .execute();
  }

  async delete(tx: Transaction, documentViewId: string): Promise<void> {
    await kyselyOf<DocumentViewTables>(tx).deleteFrom('document_view').where('id', '=', documentViewId).execute();
  }
}
