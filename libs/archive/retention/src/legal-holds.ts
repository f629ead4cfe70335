import { Injectable } from '@nestjs/common';
import { DocumentNotFound, DocumentRepository, DocumentUpdated, LockDocuments } from '#archive/documents';
import { AuditLog, type AuditAction } from '#ground/audit';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import { userIdOf, type OrganizationContext, type OrganizationScope, type Page } from '#ground/kernel';
import { LegalHoldNotFound, LegalHoldRepository, type HoldSubject, type LegalHold } from '#people/holds';
import { NotInOrganization, OrganizationUpdated } from '#people/organizations';
import { LegalHoldReleased, LegalHoldSet } from './legal-holds.audit.js';

/** A hold must not be committed in an organization that was deleted meanwhile: no user could release it. */
const IN_LIVE_ORGANIZATION = { onDeletedOrganization: NotInOrganization };

/** Sets and releases legal holds on documents, and on everything in an organization. The subject null is the latter. */
@Injectable()
export class LegalHolds {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly holds: LegalHoldRepository,
    private readonly documents: DocumentRepository,
    private readonly lockDocuments: LockDocuments,
    private readonly changes: Changes,
    private readonly audit: AuditLog,
  ) {}

  /** Oldest first, with their number. */
  list(scope: OrganizationScope, page: Page): Promise<{ holds: LegalHold[]; holdsCount: number }> {
    return this.holds.list(scope, page);
  }

  /** Undefined when the document itself is not held; the organization may be. */
  async ofDocument(scope: OrganizationScope, documentId: string): Promise<LegalHold | undefined> {
    return this.unitOfWork.run(async (tx) => {
      if (!(await this.documents.exists(tx, scope, documentId))) throw DocumentNotFound();
      return this.holds.find(scope, documentId, tx);
    });
  }

  /**
   * Sets a hold, or gives the one that is there another reason. It waits for purges that have begun; what they have not
   * removed when it returns stays.
   */
  async set(ctx: OrganizationContext, subject: HoldSubject, reason: string): Promise<LegalHold> {
    return this.unitOfWork.run(async (tx) => {
      await this.holds.lock(tx, ctx);
      await this.#lockSubject(tx, ctx, subject);
      const hold = await this.holds.set(tx, ctx, { documentId: subject, reason, setBy: userIdOf(ctx) });
      await this.#record(tx, ctx, LegalHoldSet, hold, reason);
      return hold;
    });
  }

  async release(ctx: OrganizationContext, subject: HoldSubject, reason: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      await this.holds.lock(tx, ctx);
      await this.#lockSubject(tx, ctx, subject);
      const hold = await this.holds.find(ctx, subject, tx);
      if (!hold) throw LegalHoldNotFound();
      await this.holds.remove(tx, hold);
      await this.#record(tx, ctx, LegalHoldReleased, hold, reason);
    });
  }

  async #lockSubject(tx: Transaction, ctx: OrganizationContext, subject: HoldSubject): Promise<void> {
    if (subject === null) return;
    if ((await this.lockDocuments.execute(tx, ctx, [subject])).length === 0) throw DocumentNotFound();
    await this.lockDocuments.touch(tx, ctx, subject);
  }

  async #record(
    tx: Transaction,
    ctx: OrganizationContext,
    action: AuditAction,
    { id: legalHoldId, documentId }: LegalHold,
    reason: string,
  ): Promise<void> {
    const { organizationId, actor } = ctx;
    const target =
      documentId === null ? { type: 'organization', id: organizationId } : { type: 'document', id: documentId };
    await this.audit.record(tx, { action, organizationId, actor, target, details: { legalHoldId, reason } });
    const updatedFields = ['holds'];
    if (documentId === null) this.changes.record(tx, ctx, OrganizationUpdated, { updatedFields }, IN_LIVE_ORGANIZATION);
    else this.changes.record(tx, ctx, DocumentUpdated, { documentId, updatedFields }, IN_LIVE_ORGANIZATION);
  }
}
