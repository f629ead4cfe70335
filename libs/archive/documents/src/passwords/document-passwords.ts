import { Injectable } from '@nestjs/common';
import { AuditLog } from '#ground/audit';
import { UnitOfWork } from '#ground/database';
import type { OrganizationContext, OrganizationScope } from '#ground/kernel';
import { DocumentNotFound } from '../documents.errors.js';
import { ReprocessDocument } from '../reprocess-document.js';
import { PasswordSeal } from './password-seal.js';
import { PasswordRepository } from './password.repository.js';
import { DocumentPasswordForgotten, DocumentPasswordGiven } from './passwords.audit.js';
import { DocumentIsBeingRead, DocumentNotProtected, NoKeptPassword } from './passwords.errors.js';

/** Passwords of documents: they are stored encrypted, and leave this class only to open a file. */
@Injectable()
export class DocumentPasswords {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly passwords: PasswordRepository,
    private readonly seal: PasswordSeal,
    private readonly reprocess: ReprocessDocument,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Has a document that is protected, or a file in it, read again with a password. It is stored until that reading has ended, and with `keep` also
   * after it, if it opened the file. Returns the id of the task. A document that is being read is refused: that reading
   * would take the password away from the one that needs it.
   */
  async unlock(
    ctx: OrganizationContext,
    documentId: string,
    { password, keep }: { password: string; keep: boolean },
  ): Promise<string> {
    const { organizationId } = ctx;
    return this.unitOfWork.run(async (tx) => {
      const reading = await this.passwords.lockDocument(tx, ctx, documentId);
      if (!reading) throw DocumentNotFound();
      if (reading.status !== 'completed') throw DocumentIsBeingRead();
      if (reading.outcome !== 'encrypted' && !reading.hasLockedFile) throw DocumentNotProtected();
      const sealed = this.seal.seal(password, { organizationId, id: documentId });
      await this.passwords.put(tx, ctx, { documentId, sealed, isKept: keep });
      const target = { type: 'document', id: documentId };
      await this.audit.record(tx, { action: DocumentPasswordGiven, organizationId, target, details: { isKept: keep } });
      return this.reprocess.request(tx, ctx, documentId);
    });
  }

  /** The text that was read stays. */
  async forget(ctx: OrganizationContext, documentId: string): Promise<void> {
    const { organizationId } = ctx;
    await this.unitOfWork.run(async (tx) => {
      if (!(await this.passwords.lockDocument(tx, ctx, documentId))) throw DocumentNotFound();
      if (!(await this.passwords.remove(tx, ctx, documentId))) throw NoKeptPassword();
      const target = { type: 'document', id: documentId };
      await this.audit.record(tx, { action: DocumentPasswordForgotten, organizationId, target });
    });
  }

  /** The passwords to try for a document, its own first. Those of an earlier secret of the archive count as not there. */
  async toTry(scope: OrganizationScope, documentId: string): Promise<string[]> {
    const { organizationId } = scope;
    const sealed = await this.passwords.toTry(scope, documentId);
    return sealed.flatMap(({ id, sealed }) => this.seal.open(sealed, { organizationId, id }) ?? []);
  }
}
