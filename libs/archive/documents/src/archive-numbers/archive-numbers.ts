import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import type { OrganizationContext } from '#ground/kernel';
import { ArchiveNumberTaken, DocumentNotFound } from '../documents.errors.js';
import { DocumentUpdated } from '../documents.events.js';
import { LockDocuments } from '../lock-documents.repository.js';
import { ArchiveNumberRepository } from './archive-number.repository.js';

/** How it ended that a document was to get a number: `other`: it has another one; `taken`: another document has it. */
export type NumberOutcome = 'kept' | 'other' | 'set' | 'taken';

/** The numbers under which the paper of documents is filed. A document of the trash keeps its number. */
@Injectable()
export class ArchiveNumbers {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly numbers: ArchiveNumberRepository,
    private readonly lockDocuments: LockDocuments,
    private readonly changes: Changes,
  ) {}

  /** Null takes the number away. */
  async change(ctx: OrganizationContext, documentId: string, number: number | null): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      if ((await this.lockDocuments.execute(tx, ctx, [documentId])).length === 0) throw DocumentNotFound();
      const before = await this.numbers.remove(tx, ctx, documentId);
      if (number !== null && !(await this.numbers.add(tx, ctx, { documentId, number }))) throw ArchiveNumberTaken();
      if ((before ?? null) !== number) await this.#record(tx, ctx, documentId);
    });
  }

  /** Gives a document the number that was found on it, unless it has one. The caller holds the lock of the document. */
  async setFound(
    tx: Transaction,
    ctx: OrganizationContext,
    found: { documentId: string; number: number },
  ): Promise<NumberOutcome> {
    const compared = await this.compare(tx, ctx, found);
    if (compared !== undefined) return compared;
    if (!(await this.numbers.add(tx, ctx, found))) return 'taken';
    await this.#record(tx, ctx, found.documentId);
    return 'set';
  }

  /** What `setFound` would return without giving the document a number; `undefined` when it has none. */
  async compare(
    tx: Transaction,
    ctx: OrganizationContext,
    { documentId, number }: { documentId: string; number: number },
  ): Promise<Extract<NumberOutcome, 'kept' | 'other'> | undefined> {
    const own = await this.numbers.of(tx, ctx, documentId);
    if (own === undefined) return undefined;
    return own === number ? 'kept' : 'other';
  }

  /** The number that is offered for the next document; `undefined` when all are in use. */
  next(ctx: OrganizationContext): Promise<number | undefined> {
    return this.numbers.next(ctx);
  }

  /** Takes the number of a document away, for another one. The caller holds its lock. */
  async release(tx: Transaction, ctx: OrganizationContext, documentId: string): Promise<void> {
    if ((await this.numbers.remove(tx, ctx, documentId)) !== undefined) await this.#record(tx, ctx, documentId);
  }

  async #record(tx: Transaction, ctx: OrganizationContext, documentId: string): Promise<void> {
    await this.lockDocuments.touch(tx, ctx, documentId);
    this.changes.record(tx, ctx, DocumentUpdated, { documentId, updatedFields: ['archiveNumber'] });
  }
}
