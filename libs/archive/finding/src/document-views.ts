import { Injectable } from '@nestjs/common';
import { DocumentViewsConfig } from '#config/document-views';
import { UnitOfWork, violatedUniqueConstraint, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import { assertRevision, Clock, createId, nextUpdatedAt, userIdOf, type OrganizationContext } from '#ground/kernel';
import { DocumentViewRepository, type DocumentView } from './document-view.repository.js';
import {
  DocumentViewAlreadyExists,
  DocumentViewLimitReached,
  DocumentViewNotFound,
  ViewNotYours,
} from './document-views.errors.js';
import { DocumentViewCreated, DocumentViewDeleted, DocumentViewUpdated } from './document-views.events.js';
import { ViewTree } from './view-tree.js';

type Optional = Pick<
  DocumentView,
  'columns' | 'description' | 'isPinned' | 'isShared' | 'layout' | 'parentId' | 'position' | 'sortField' | 'sortOrder'
>;

/** What users set in a view. What is missing in a change stays as it is. */
export type DocumentViewFields = Pick<DocumentView, 'name' | 'query'> & {
  [Field in keyof Optional]?: Optional[Field] | undefined;
};

/** What users do with saved views. Events describe what all members see: changes of private views cause none. */
@Injectable()
export class DocumentViews {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly views: DocumentViewRepository,
    private readonly changes: Changes,
    private readonly config: DocumentViewsConfig,
    private readonly clock: Clock,
  ) {}

  async get(ctx: OrganizationContext, documentViewId: string, tx?: Transaction): Promise<DocumentView> {
    const view = await this.views.find(ctx, documentViewId, tx);
    if (!view) throw DocumentViewNotFound();
    return view;
  }

  /** Creates a view, which without `isShared` is shared unless its parent is private. */
  async create(tx: Transaction, ctx: OrganizationContext, fields: DocumentViewFields): Promise<DocumentView> {
    const tree = await this.#lock(tx, ctx);
    if (tree.visibleCount >= this.config.maxPerOrganization) throw DocumentViewLimitReached();
    const parentId = fields.parentId ?? null;
    const isShared = fields.isShared ?? (tree.parent(parentId)?.privateTo ?? null) === null;
    const [id, now, userId] = [createId('dv'), this.clock.now(), userIdOf(ctx)];
    const privateTo = isShared ? null : this.#creator(ctx, userId);
    tree.put({ id, parentId, privateTo }, fields.position);
    await this.views.place(tx, ctx, tree.moved(id));
    const { name, query, description = null, isPinned = false } = fields;
    const { sortField = null, sortOrder = null, columns = null, layout = null } = fields;
    await writeUnique(() =>
      this.views.insert(tx, {
        ...{ id, created_at: now, updated_at: now, organization_id: ctx.organizationId, created_by: userId },
        ...{ name, query, description, parent_id: parentId, position: tree.positionOf(id), private_to: privateTo },
        ...{ is_pinned: isPinned, sort_field: sortField, sort_order: sortOrder, columns, layout },
      }),
    );
    if (isShared) this.changes.record(tx, ctx, DocumentViewCreated, { documentViewId: id, name });
    return this.get(ctx, id, tx);
  }

  /**
   * Changes what is given. A view that becomes private leaves behind the views below it that other members see. Throws
   * RevisionMismatch when the view is in none of the `expected` revisions.
   */
  async update(
    ctx: OrganizationContext,
    documentViewId: string,
    fields: DocumentViewFields,
    expected?: readonly string[],
  ): Promise<DocumentView> {
    return this.unitOfWork.run(async (tx) => {
      const tree = await this.#lock(tx, ctx);
      const before = await this.get(ctx, documentViewId, tx);
      assertRevision(before, expected);
      const updatedFields = changedFields(before, fields);
      if (updatedFields.length === 0) return before;
      const { parentId, isShared, position, ...rest } = { ...before, ...given(fields) };
      // The caller sees as many views as before; every other member sees one more.
      if (isShared && !before.isShared && tree.sharedCount >= this.config.maxPerOrganization)
        throw DocumentViewLimitReached();
      const privateTo = isShared ? null : this.#creator(ctx, before.createdBy);
      // Before the view moves: the views left behind are not below a private parent then.
      if (before.isShared && !isShared) tree.release(documentViewId, (child) => child.privateTo !== privateTo);
      const isMoved = parentId !== before.parentId;
      if (isMoved || position !== before.position || isShared !== before.isShared)
        tree.put({ id: documentViewId, parentId, privateTo }, isMoved ? fields.position : position);
      const released = tree.reparented(documentViewId);
      await this.views.place(tx, ctx, tree.moved(documentViewId));
      await writeUnique(() =>
        this.views.update(tx, documentViewId, {
          ...{ updated_at: nextUpdatedAt(before.updatedAt, this.clock.now()), name: rest.name, query: rest.query },
          ...{ description: rest.description, parent_id: parentId, position: tree.positionOf(documentViewId) },
          ...{ private_to: privateTo, is_pinned: rest.isPinned, sort_field: rest.sortField },
          ...{ sort_order: rest.sortOrder, columns: rest.columns, layout: rest.layout },
        }),
      );
      await this.#recordReparented(tx, ctx, released);
      const facts = { documentViewId, name: rest.name };
      if (before.isShared && isShared) this.changes.record(tx, ctx, DocumentViewUpdated, { ...facts, updatedFields });
      else if (isShared) this.changes.record(tx, ctx, DocumentViewCreated, facts);
      else if (before.isShared) this.changes.record(tx, ctx, DocumentViewDeleted, { ...facts, name: before.name });
      return this.get(ctx, documentViewId, tx);
    });
  }

  /** Deletes a view; the views below it move to its place. */
  async delete(ctx: OrganizationContext, documentViewId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const tree = await this.#lock(tx, ctx);
      const { name, isShared } = await this.get(ctx, documentViewId, tx);
      tree.release(documentViewId);
      const released = tree.reparented(documentViewId);
      await this.views.place(tx, ctx, tree.moved(documentViewId));
      await this.views.delete(tx, documentViewId);
      await this.#recordReparented(tx, ctx, released);
      if (isShared) this.changes.record(tx, ctx, DocumentViewDeleted, { documentViewId, name });
    });
  }

  async #lock(tx: Transaction, ctx: OrganizationContext): Promise<ViewTree> {
    await this.views.lockTree(tx, ctx);
    return new ViewTree(await this.views.nodes(tx, ctx), userIdOf(ctx));
  }

  /** Returns the user a private view belongs to: its creator, who must be the caller. */
  #creator(ctx: OrganizationContext, createdBy: string | null): string {
    const userId = userIdOf(ctx);
    if (userId === null || userId !== createdBy) throw ViewNotYours();
    return userId;
  }

  async #recordReparented(tx: Transaction, ctx: OrganizationContext, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    for (const { id, name } of await this.views.namesOfShared(tx, ids))
      this.changes.record(tx, ctx, DocumentViewUpdated, { documentViewId: id, name, updatedFields: ['parentId'] });
  }
}

function given(fields: DocumentViewFields): Partial<DocumentView> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The names of the fields whose value differs from that of the view. */
function changedFields(view: DocumentView, fields: DocumentViewFields): string[] {
  const present = new Map<string, unknown>(Object.entries(view));
  return Object.entries(given(fields))
    .filter(([field, value]) => JSON.stringify(present.get(field)) !== JSON.stringify(value))
    .map(([field]) => field);
}

async function writeUnique<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    throw violatedUniqueConstraint(error) === 'document_view_name'
      ? DocumentViewAlreadyExists({ cause: error })
      : error;
  }
}
