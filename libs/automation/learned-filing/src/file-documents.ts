import { Injectable } from '@nestjs/common';
import { LockDocuments } from '#archive/documents';
import { DocumentProperties, DocumentTags } from '#archive/metadata';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import { systemContext, type OrganizationContext } from '#ground/kernel';
import { OrganizationSettings } from '#people/organizations';
import type { FileDocumentsData } from './learned-filing.jobs.js';
import { SuggestionsChanged } from './learned-filing.events.js';
import { LearnedLabelRepository, type LabelledDocument, type NewLearnedLabel } from './learned-label.repository.js';
import { LearnedModels, type OpenedModel } from './learned-models.js';

/** Gives documents the labels that people have given to others like them, or suggests these. */
@Injectable()
export class FileDocumentsByLearning {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly models: LearnedModels,
    private readonly settings: OrganizationSettings,
    private readonly labels: LearnedLabelRepository,
    private readonly lockDocuments: LockDocuments,
    private readonly documentTags: DocumentTags,
    private readonly documentProperties: DocumentProperties,
    private readonly changes: Changes,
  ) {}

  async execute({ organizationId, documentIds, maySet }: FileDocumentsData): Promise<void> {
    const ctx = systemContext(organizationId, 'learned-filing');
    const model = await this.models.open(ctx);
    if (!model) return;
    await this.unitOfWork.run(async (tx) => {
      const locked = await this.lockDocuments.execute(tx, ctx, documentIds, { activeOnly: true });
      const setting = await this.settings.learnedFiling(ctx, tx);
      if (locked.length === 0 || setting === 'off') return;
      const documents = await this.labels.documents(tx, ctx, locked);
      const proposed = documents.flatMap((document) =>
        labelsFor(document, model, { maySet: maySet && setting === 'set' }),
      );
      const existing = await this.labels.existing(tx, ctx, [...new Set(proposed.map(({ labelId }) => labelId))]);
      const labels = proposed.filter(({ labelId }) => existing.has(labelId));
      const changed = await this.labels.replace(tx, locked, labels);
      for (const documentId of changed) this.changes.record(tx, ctx, SuggestionsChanged, { documentId });
      await this.#set(
        tx,
        ctx,
        labels.filter(({ state }) => state === 'set'),
        model,
      );
    });
  }

  /** Tags before properties, as everywhere. */
  async #set(
    tx: Transaction,
    ctx: OrganizationContext,
    labels: readonly NewLearnedLabel[],
    model: OpenedModel,
  ): Promise<void> {
    const tags = labels.filter(({ propertyId }) => propertyId === null);
    await this.documentTags.change(tx, ctx, {
      added: tags.map(({ documentId, labelId: tagId }) => ({ documentId, tagId })),
      removed: [],
    });
    const exclusive = new Set(model.labels.flatMap(({ propertyId, isExclusive }) => (isExclusive ? propertyId : [])));
    const values = labels.filter(({ propertyId }) => propertyId !== null);
    for (const [documentId, own] of Map.groupBy(values, (label) => label.documentId)) {
      const set = [...Map.groupBy(own, ({ propertyId }) => propertyId ?? '')].map(([propertyId, options]) => {
        const ids = options.map(({ labelId }) => labelId);
        return { propertyId, value: exclusive.has(propertyId) ? ids[0] : ids };
      });
      await this.documentProperties.changeWhatFits(tx, ctx, { documentIds: [documentId], set }, { onlyEmpty: true });
    }
  }
}

/** A label that people have decided about is not proposed again, and a property that has a value is left alone. */
function labelsFor(
  { documentId, name, text, has, decided }: LabelledDocument,
  { proposer, labels }: OpenedModel,
  { maySet }: { maySet: boolean },
): NewLearnedLabel[] {
  const known = new Set([...has, ...decided]);
  return proposer.propose({ name, text }).flatMap(({ label: at, isSure, score, words }) => {
    const label = labels[at];
    if (!label || known.has(label.id) || (label.propertyId !== null && known.has(label.propertyId))) return [];
    const state = isSure && maySet ? 'set' : 'suggested';
    return [{ documentId, labelId: label.id, propertyId: label.propertyId, state, score, words }];
  });
}
