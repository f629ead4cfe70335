import { Injectable } from '@nestjs/common';
import { DocumentNotFound, DocumentRepository, LockDocuments } from '#archive/documents';
import { DocumentProperties, DocumentTags } from '#archive/metadata';
import { CustomPropertyRepository, PropertyValues } from '#archive/properties';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import type { OrganizationContext, OrganizationScope } from '#ground/kernel';
import { LearnedLabelNotFound } from './learned-filing.errors.js';
import { SuggestionsChanged } from './learned-filing.events.js';
import { LearnedLabelRepository, type LabelOfDocument, type LearnedLabel } from './learned-label.repository.js';

/** What people see of learned labels, and decide about them. Decisions are learned from, and are never asked again. */
@Injectable()
export class LearnedLabels {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly labels: LearnedLabelRepository,
    private readonly documents: DocumentRepository,
    private readonly lockDocuments: LockDocuments,
    private readonly documentTags: DocumentTags,
    private readonly documentProperties: DocumentProperties,
    private readonly properties: CustomPropertyRepository,
    private readonly values: PropertyValues,
    private readonly changes: Changes,
  ) {}

  /** What is suggested for a document and it does not have, the most likely first. */
  suggested(scope: OrganizationScope, documentId: string): Promise<LearnedLabel[]> {
    return this.labels.list(scope, documentId, 'suggested');
  }

  /** What was set without asking, and no person has confirmed. */
  async set(scope: OrganizationScope, documentId: string): Promise<LearnedLabel[]> {
    if (!(await this.documents.findFile(scope, documentId))) throw DocumentNotFound();
    return this.labels.list(scope, documentId, 'set');
  }

  /** Gives the document what is suggested. False when it is not any more. The caller has locked the document. */
  async accept(tx: Transaction, ctx: OrganizationContext, label: LabelOfDocument): Promise<boolean> {
    const found = await this.labels.decide(tx, label, { from: 'suggested', to: 'confirmed' });
    if (!found) return false;
    await this.#give(tx, ctx, label, found.propertyId);
    this.#record(tx, ctx, label);
    return true;
  }

  /** False when it is not suggested any more. The caller has locked the document. */
  async dismiss(tx: Transaction, ctx: OrganizationContext, label: LabelOfDocument): Promise<boolean> {
    const found = await this.labels.decide(tx, label, { from: 'suggested', to: 'refused' });
    if (found) this.#record(tx, ctx, label);
    return found !== undefined;
  }

  /** What was set is right: it is learned from, too. */
  confirm(ctx: OrganizationContext, label: LabelOfDocument): Promise<void> {
    return this.#decide(ctx, label, 'confirmed');
  }

  /** Takes away what was set; it does not come back. */
  undo(ctx: OrganizationContext, label: LabelOfDocument): Promise<void> {
    return this.#decide(ctx, label, 'refused');
  }

  async #decide(ctx: OrganizationContext, label: LabelOfDocument, to: 'confirmed' | 'refused'): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      if ((await this.lockDocuments.execute(tx, ctx, [label.documentId])).length === 0) throw DocumentNotFound();
      const found = await this.labels.decide(tx, label, { from: 'set', to });
      if (!found) throw LearnedLabelNotFound();
      if (to === 'refused') await this.#take(tx, ctx, label, found.propertyId);
      this.#record(tx, ctx, label);
    });
  }

  async #give(
    tx: Transaction,
    ctx: OrganizationContext,
    { documentId, labelId }: LabelOfDocument,
    propertyId: string | null,
  ): Promise<void> {
    const documentIds = [documentId];
    if (propertyId === null) {
      await this.documentTags.change(tx, ctx, { added: [{ documentId, tagId: labelId }], removed: [] });
      return;
    }
    const value = await this.#options(tx, ctx, { documentId, propertyId }, (present) => [...present, labelId]);
    if (value) await this.documentProperties.change(tx, ctx, { documentIds, set: [{ propertyId, value }], clear: [] });
  }

  async #take(
    tx: Transaction,
    ctx: OrganizationContext,
    { documentId, labelId }: LabelOfDocument,
    propertyId: string | null,
  ): Promise<void> {
    if (propertyId === null) {
      await this.documentTags.change(tx, ctx, { added: [], removed: [{ documentId, tagId: labelId }] });
      return;
    }
    const without = (present: string[]): string[] => present.filter((id) => id !== labelId);
    const value = await this.#options(tx, ctx, { documentId, propertyId }, without);
    const changes = value?.length ? { set: [{ propertyId, value }], clear: [] } : { set: [], clear: [propertyId] };
    if (value) await this.documentProperties.change(tx, ctx, { documentIds: [documentId], ...changes });
  }

  /**
   * The value of a property after a change of its options: one id, or a list. Undefined when the property is gone. The
   * lock of the document keeps others from changing its values.
   */
  async #options(
    tx: Transaction,
    ctx: OrganizationContext,
    { documentId, propertyId }: { documentId: string; propertyId: string },
    change: (present: string[]) => string[],
  ): Promise<string | string[] | undefined> {
    const type = (await this.properties.types(tx, ctx, [propertyId])).get(propertyId)?.type;
    if (type === undefined) return undefined;
    const properties = (await this.values.ofDocuments(ctx, [documentId])).get(documentId) ?? [];
    const shown = properties.find((property) => property.propertyId === propertyId)?.value ?? [];
    const options = [shown]
      .flat()
      .flatMap((one) => (typeof one === 'object' && 'optionId' in one ? [one.optionId] : []));
    const changed = change(options);
    return type === 'select' ? (changed.at(-1) ?? []) : changed;
  }

  #record(tx: Transaction, ctx: OrganizationContext, { documentId }: LabelOfDocument): void {
    this.changes.record(tx, ctx, SuggestionsChanged, { documentId });
  }
}
