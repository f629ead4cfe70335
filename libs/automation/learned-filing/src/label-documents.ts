import { Injectable } from '@nestjs/common';
import { DocumentProperties, DocumentTags, type PropertyDifference } from '#archive/metadata';
import type { Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import type { OrganizationContext } from '#ground/kernel';
import { OrganizationSettings } from '#people/organizations';
import { SuggestionsChanged } from './learned-filing.events.js';
import { LearnedLabelRepository, type LabelledDocument, type NewLearnedLabel } from './learned-label.repository.js';
import type { OpenedModel } from './learned-models.js';

/** Labels for one document, which has none of them. */
export interface LabelsForDocument {
  document: LabelledDocument;
  labels: NewLearnedLabel[];
}

/** Chooses labels for documents by what was learned, and gives them those that are set. The caller has locked the documents. */
@Injectable()
export class LabelDocuments {
  constructor(
    private readonly settings: OrganizationSettings,
    private readonly labels: LearnedLabelRepository,
    private readonly documentTags: DocumentTags,
    private readonly documentProperties: DocumentProperties,
    private readonly changes: Changes,
  ) {}

  /** Undefined when the organization has turned it off. Without `maySet` everything is only suggested. */
  async choose(
    tx: Transaction,
    ctx: OrganizationContext,
    documentIds: readonly string[],
    { model, maySet }: { model: OpenedModel; maySet: boolean },
  ): Promise<LabelsForDocument[] | undefined> {
    const setting = await this.settings.learnedFiling(ctx, tx);
    if (setting === 'off') return undefined;
    const documents = await this.labels.documents(tx, ctx, documentIds);
    const may = { maySet: maySet && setting === 'set' };
    const chosen = documents.map((document) => ({ document, labels: labelsFor(document, model, may) }));
    const ids = chosen.flatMap(({ labels }) => labels.map(({ labelId }) => labelId));
    const existing = await this.labels.existing(tx, ctx, [...new Set(ids)]);
    return chosen.map(({ document, labels }) => ({
      document,
      labels: labels.filter(({ labelId }) => existing.has(labelId)),
    }));
  }

  /** Tags before properties, as everywhere. Returns which values it changed. */
  async set(
    tx: Transaction,
    ctx: OrganizationContext,
    labels: readonly NewLearnedLabel[],
    model: OpenedModel,
  ): Promise<PropertyDifference[]> {
    const added = labels.flatMap(({ documentId, labelId: tagId, propertyId }) =>
      propertyId === null ? [{ documentId, tagId }] : [],
    );
    await this.documentTags.change(tx, ctx, { added, removed: [] });
    const exclusive = new Set(model.labels.flatMap(({ propertyId, isExclusive }) => (isExclusive ? propertyId : [])));
    const values = labels.filter(({ propertyId }) => propertyId !== null);
    const changed: PropertyDifference[] = [];
    for (const [documentId, own] of Map.groupBy(values, (label) => label.documentId)) {
      const set = [...Map.groupBy(own, ({ propertyId }) => propertyId ?? '')].map(([propertyId, options]) => {
        const ids = options.map(({ labelId }) => labelId);
        return { propertyId, value: exclusive.has(propertyId) ? ids[0] : ids };
      });
      const batch = { documentIds: [documentId], set };
      changed.push(...(await this.documentProperties.changeWhatFits(tx, ctx, batch, { onlyEmpty: true })));
    }
    return changed;
  }

  record(tx: Transaction, ctx: OrganizationContext, documentIds: Iterable<string>): void {
    for (const documentId of documentIds) this.changes.record(tx, ctx, SuggestionsChanged, { documentId });
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
