import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '#ground/database';
import {
  DocumentNotFound,
  DocumentPurged,
  DocumentRepository,
  DocumentSelection,
  TrashedDocumentRepository,
  type PurgedDocument,
} from '#archive/documents';
import { AuditLog } from '#ground/audit';
import { Changes } from '#ground/history';
import { JobQueue } from '#ground/jobs';
import { systemContext, type OrganizationContext } from '#ground/kernel';
import { SearchService } from '#capabilities/search';
import { documentLocked, DocumentOnHold, LegalHoldRepository, RetentionLockRepository } from '#people/holds';
import { FileStore } from '#capabilities/storage';
import { DocumentNotDeleted } from './trash.errors.js';
import { DocumentPurgedWithOrganization } from './trash.audit.js';
import { FinishEmptyingTrash } from './trash.jobs.js';

/** The rule that removes documents. */
export interface PurgingRule {
  id: string;
  name: string;
}

/**
 * Removes documents permanently. Row, search row and the mark on the stored file are written in one transaction together
 * with the job that removes the file, so an interrupted removal is continued and nothing is left behind.
 */
@Injectable()
export class PurgeService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documents: DocumentRepository,
    private readonly trashed: TrashedDocumentRepository,
    private readonly selection: DocumentSelection,
    private readonly search: SearchService,
    private readonly files: FileStore,
    private readonly jobs: JobQueue,
    private readonly changes: Changes,
    private readonly holds: LegalHoldRepository,
    private readonly locks: RetentionLockRepository,
    private readonly audit: AuditLog,
  ) {}

  /** Purges one document, which must be in the trash, and not on legal hold. */
  async purgeOne(ctx: OrganizationContext, documentId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const purged = await this.trashed.purgeOne(tx, ctx, documentId);
      if (purged.length === 0) {
        if ((await this.trashed.countHeld(tx, ctx, [documentId])) > 0) {
          const hold = await this.holds.ofDocument(tx, ctx, documentId);
          if (hold) throw DocumentOnHold({ facts: { documentId, legalHoldId: hold.id } });
          const lock = await this.locks.ofDocument(tx, ctx, documentId);
          if (lock) throw documentLocked(lock);
        }
        throw (await this.documents.exists(tx, ctx, documentId)) ? DocumentNotDeleted() : DocumentNotFound();
      }
      await this.#remove(tx, purged);
      this.#record(tx, purged, () => ctx);
    });
  }

  /**
   * Purges at most 500 documents of the organization. Returns those that were in the trash, and how many of the trash stay
   * because they are on legal hold; the others stay, too.
   */
  async purgeMany(
    ctx: OrganizationContext,
    documentIds: readonly string[],
  ): Promise<{ purgedIds: string[]; heldCount: number }> {
    const filter = { documentIds };
    const ids = await this.selection.ids(ctx, filter);
    return this.unitOfWork.run(async (tx) => {
      await this.selection.check(tx, ctx, filter, ids);
      const purged = await this.trashed.purgeMany(tx, ctx, ids);
      await this.#remove(tx, purged);
      this.#record(tx, purged, () => ctx);
      return { purgedIds: purged.map(({ id }) => id), heldCount: await this.trashed.countHeld(tx, ctx, ids) };
    });
  }

  /** Purges those of at most 500 documents that are not in the trash, for a rule. Returns how many. */
  async purgeByRule(
    tx: Transaction,
    ctx: OrganizationContext,
    documentIds: readonly string[],
    rule: PurgingRule,
  ): Promise<number> {
    const purged = await this.trashed.purgeActive(tx, ctx, documentIds);
    await this.#remove(tx, purged);
    for (const document of purged) {
      const counters = { activeDocuments: -1, activeBytes: -document.size };
      const facts = { ...certificateOf(document), retentionRuleId: rule.id, retentionRuleName: rule.name };
      this.changes.record(tx, ctx, DocumentPurged, facts, { counters });
    }
    return purged.length;
  }

  /**
   * Purges what is in the trash now: as much as a request can remove at once, and the rest in the background. Returns how
   * many documents stay because they are on legal hold.
   */
  async emptyTrash(ctx: OrganizationContext): Promise<number> {
    return this.unitOfWork.run(async (tx) => {
      const until = await this.trashed.now(tx);
      if ((await this.#purgeTrashedUntil(tx, ctx, until)) > 0)
        await this.jobs.enqueue(tx, FinishEmptyingTrash, { organizationId: ctx.organizationId, until });
      return this.trashed.countHeld(tx, ctx);
    });
  }

  /** Removes chunk by chunk; when it is interrupted, the next attempt continues. */
  async finishEmptyingTrash(ctx: OrganizationContext, until: string, signal: AbortSignal): Promise<void> {
    for (let purged = 1; purged > 0;) {
      signal.throwIfAborted();
      purged = await this.unitOfWork.run((tx) => this.#purgeTrashedUntil(tx, ctx, until));
    }
  }

  /** A chunk of what has been in any trash for `days` (database time). Returns how many; 0 at the end. */
  purgeTrashedFor(days: number): Promise<number> {
    return this.unitOfWork.run(async (tx) => {
      const purged = await this.trashed.purgeTrashedFor(tx, days);
      await this.#remove(tx, purged);
      this.#record(tx, purged, ({ organizationId }) => systemContext(organizationId, 'retention'));
      return purged.length;
    });
  }

  /**
   * A chunk of all that a deleted organization has, in the trash or not. Returns how many; 0 at the end. Records only in
   * the audit log, which stays: the log and the counters of the organization are removed next.
   */
  purgeDeletedOrganization(ctx: OrganizationContext): Promise<number> {
    return this.unitOfWork.run(async (tx) => {
      const purged = await this.trashed.purgeDeletedOrganization(tx, ctx);
      await this.#remove(tx, purged);
      for (const document of purged) {
        const { documentId: id, name, ...details } = certificateOf(document);
        await this.audit.record(tx, {
          ...{ action: DocumentPurgedWithOrganization, organizationId: ctx.organizationId, actor: ctx.actor },
          ...{ target: { type: 'document', id, name }, details },
        });
      }
      return purged.length;
    });
  }

  async #purgeTrashedUntil(tx: Transaction, ctx: OrganizationContext, until: string): Promise<number> {
    const purged = await this.trashed.purgeTrashedUntil(tx, ctx, until);
    await this.#remove(tx, purged);
    this.#record(tx, purged, () => ctx);
    return purged.length;
  }

  async #remove(tx: Transaction, purged: readonly PurgedDocument[]): Promise<void> {
    await this.search.remove(
      tx.sql,
      purged.map(({ id }) => id),
    );
    await this.files.removeLater(
      tx,
      purged.flatMap(({ storageKey, previewKeys, versionKeys }) => [storageKey, ...previewKeys, ...versionKeys]),
    );
  }

  #record(
    tx: Transaction,
    purged: readonly PurgedDocument[],
    contextOf: (document: PurgedDocument) => OrganizationContext,
  ): void {
    for (const document of purged) {
      const counters = { trashedDocuments: -1, trashedBytes: -document.size };
      this.changes.record(tx, contextOf(document), DocumentPurged, certificateOf(document), { counters });
    }
  }
}

/** What the audit log keeps of a document that is gone. */
function certificateOf({ id, name, sha256, size, versionKeys }: PurgedDocument) {
  return { documentId: id, name, sha256, size, earlierVersions: versionKeys.length };
}
