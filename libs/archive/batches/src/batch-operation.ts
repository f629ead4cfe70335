import { DiscoveryService } from '@nestjs/core';
import type { Transaction } from '#ground/database';
import type { Permission } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';

/** What an operation has changed in one document: as JSON, with all that is needed to take it back. */
export interface DocumentChange<Difference extends object = object> {
  documentId: string;
  difference: Difference;
}

/** What became of changes that were to be taken back. */
export interface UndoneChanges<Difference extends object = object> {
  /** What taking them back has changed, in the same form: it can be taken back in turn. */
  changes: DocumentChange<Difference>[];
  /** Documents of which something was left as it is, because it is no longer what the batch has made of it. */
  skipped: string[];
}

/** Something that can be done to many documents at once, and undone. */
export interface BatchOperation<
  Parameters extends object = object,
  Difference extends object = object,
  Prepared = unknown,
> {
  /** The type of its tasks: `change-tags`. */
  readonly name: string;
  /** What a caller needs to cancel or to undo it. */
  readonly permissions: readonly Permission[];
  /** Documents that one request may change before it responds; more become a task. Default 1,000. */
  mostInRequest?(parameters: Parameters): number;
  /** Documents of one transaction of a task. */
  chunkSize(parameters: Parameters): number;
  /**
   * The first of the documents that fit into memory together, at least one; without it, all. A request with more becomes a
   * task.
   */
  fitting?(ctx: OrganizationContext, documentIds: readonly string[], purpose: 'apply' | 'undo'): Promise<string[]>;
  /**
   * The documents that a query selects, in chunks; without it, the active documents that match. Throws at once when the
   * operation does not take this query.
   */
  idsOf?(ctx: OrganizationContext, query: string): AsyncIterable<string[]>;
  /** Throws when the parameters name something that does not exist. */
  check?(tx: Transaction, ctx: OrganizationContext, parameters: Parameters): Promise<void>;
  /**
   * Other documents that are locked together with those of the batch, because parameters or differences refer to them:
   * all locks on documents are taken at once.
   */
  referencedDocuments?(values: Parameters | readonly DocumentChange<Difference>[]): string[];
  /** Work for `apply` and `undo` that must not happen in a transaction. */
  prepare?(ctx: OrganizationContext, documentIds: readonly string[], purpose: 'apply' | 'undo'): Promise<Prepared>;
  /**
   * Changes documents that exist and are locked, and returns those that were really changed. What the parameters name
   * and does not exist any more is left out.
   */
  apply(
    tx: Transaction,
    ctx: OrganizationContext,
    documentIds: readonly string[],
    parameters: Parameters,
    prepared: Prepared,
  ): Promise<DocumentChange<Difference>[]>;
  /** Takes changes back where the present state is still the one that they made. The documents exist and are locked. */
  undo(
    tx: Transaction,
    ctx: OrganizationContext,
    changes: readonly DocumentChange<Difference>[],
    prepared: Prepared,
  ): Promise<UndoneChanges<Difference>>;
}

/** Marks a provider as a {@link BatchOperation}, so that the job of a batch finds it by its name. */
export const IsBatchOperation = DiscoveryService.createDecorator();
