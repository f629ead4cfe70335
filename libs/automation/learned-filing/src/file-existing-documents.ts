import { Injectable } from '@nestjs/common';
import {
  FILL_CHUNK,
  FillsDocuments,
  IsBatchOperation,
  type DocumentChange,
  type FillOperation,
  type ProposedDocument,
  type ProposedValue,
  type UndoneChanges,
} from '#archive/batches';
import { DocumentProperties, DocumentTags, type PropertyDifference } from '#archive/metadata';
import { UnitOfWork, type Transaction } from '#ground/database';
import { systemContext, type OrganizationContext } from '#ground/kernel';
import { LabelDocuments, type LabelsForDocument } from './label-documents.js';
import { LearnedLabelRepository, type BatchLabel, type LabelName } from './learned-label.repository.js';
import { LearnedModels, type OpenedModel } from './learned-models.js';

/** The labels that one document got or was suggested, and those that it lost again. */
export interface FiledDifference {
  given: BatchLabel[];
  taken: BatchLabel[];
  properties: Omit<PropertyDifference, 'documentId'>[];
}

/** Files documents that are here by what was learned, as new ones are: sets labels, or suggests them. */
@Injectable()
@IsBatchOperation()
@FillsDocuments('filing')
export class FileExistingDocuments implements FillOperation<FiledDifference, OpenedModel | undefined> {
  readonly name = 'file-by-learning';
  readonly permissions = ['documents:update'] as const;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly models: LearnedModels,
    private readonly labels: LearnedLabelRepository,
    private readonly labelDocuments: LabelDocuments,
    private readonly documentTags: DocumentTags,
    private readonly documentProperties: DocumentProperties,
  ) {}

  mostInRequest(): number {
    return FILL_CHUNK;
  }

  chunkSize(): number {
    return FILL_CHUNK;
  }

  async propose(ctx: OrganizationContext, documentIds: readonly string[]): Promise<ProposedDocument[]> {
    const model = await this.models.open(ctx);
    if (!model) return [];
    return this.unitOfWork.run(async (tx) => {
      const chosen = await this.#choose(tx, ctx, documentIds, model);
      const ids = new Set(chosen.flatMap(({ labels }) => labels.map(({ labelId }) => labelId)));
      const names = await this.labels.names(tx, ctx, [...ids]);
      return chosen.map(({ document: { documentId, shownName: name }, labels }) => {
        return { documentId, name, values: labels.map((label) => proposedValue(label, names.get(label.labelId))) };
      });
    });
  }

  /** The model is opened before there is a transaction. */
  prepare(ctx: OrganizationContext, _: readonly string[], purpose: 'apply' | 'undo'): Promise<OpenedModel | undefined> {
    return purpose === 'apply' ? this.models.open(ctx) : Promise.resolve(undefined);
  }

  /** In the name of the server: what it sets is not learned from as if the person had given it. */
  async apply(
    tx: Transaction,
    { organizationId }: OrganizationContext,
    documentIds: readonly string[],
    _: object,
    model: OpenedModel | undefined,
  ): Promise<DocumentChange<FiledDifference>[]> {
    if (!model) return [];
    const ctx = systemContext(organizationId, 'learned-filing');
    const chosen = await this.#choose(tx, ctx, documentIds, model);
    const labels = chosen.flatMap((one) => one.labels);
    await this.labels.add(tx, labels);
    const set = labels.filter(({ state }) => state === 'set');
    const changed = await this.labelDocuments.set(tx, ctx, set, model);
    this.labelDocuments.record(tx, ctx, new Set(labels.map(({ documentId }) => documentId)));
    return chosen.map(({ document: { documentId }, labels: given }) => ({
      documentId,
      difference: { given, taken: [], properties: changed.filter((one) => one.documentId === documentId) },
    }));
  }

  /** What people have decided about meanwhile stays. */
  async undo(
    tx: Transaction,
    { organizationId }: OrganizationContext,
    changes: readonly DocumentChange<FiledDifference>[],
  ): Promise<UndoneChanges<FiledDifference>> {
    const ctx = systemContext(organizationId, 'learned-filing');
    const taken = await this.labels.takeBack(
      tx,
      changes.flatMap(({ difference }) => difference.given),
    );
    const given = await this.labels.add(
      tx,
      changes.flatMap(({ difference }) => difference.taken),
    );
    const tagsOf = (labels: readonly BatchLabel[]) =>
      labels.flatMap(({ documentId, labelId: tagId, propertyId, state }) =>
        propertyId === null && state === 'set' ? [{ documentId, tagId }] : [],
      );
    await this.documentTags.change(tx, ctx, { added: tagsOf(given), removed: tagsOf(taken) });
    const moved = new Set([...taken, ...given].map(keyOf));
    const values = changes.flatMap(({ documentId, difference }) => {
      const stays = [...difference.given, ...difference.taken].filter((label) => !moved.has(keyOf(label)));
      const kept = new Set(stays.map(({ propertyId }) => propertyId));
      return difference.properties
        .filter(({ propertyId }) => !kept.has(propertyId))
        .map((one) => ({ ...one, documentId }));
    });
    const { restored } = await this.documentProperties.restore(tx, ctx, values);
    const undone = changes.flatMap(({ documentId }) => {
      const own = <One extends { documentId: string }>(all: readonly One[]) =>
        all.filter((one) => one.documentId === documentId);
      const difference = { given: own(given), taken: own(taken), properties: own(restored) };
      return difference.given.length + difference.taken.length > 0 ? [{ documentId, difference }] : [];
    });
    this.labelDocuments.record(
      tx,
      ctx,
      undone.map(({ documentId }) => documentId),
    );
    const countOf = ({ given: more, taken: less }: FiledDifference): number => more.length + less.length;
    const counts = new Map(undone.map(({ documentId, difference }) => [documentId, countOf(difference)]));
    return {
      changes: undone,
      skipped: changes
        .filter(({ documentId, difference }) => (counts.get(documentId) ?? 0) < countOf(difference))
        .map(({ documentId }) => documentId),
    };
  }

  /** Labels that are suggested already are only named when they are to be set now. */
  async #choose(
    tx: Transaction,
    ctx: OrganizationContext,
    documentIds: readonly string[],
    model: OpenedModel,
  ): Promise<{ document: LabelsForDocument['document']; labels: BatchLabel[] }[]> {
    const chosen = (await this.labelDocuments.choose(tx, ctx, documentIds, { model, maySet: true })) ?? [];
    return chosen.flatMap(({ document, labels }) => {
      const [suggested, touched] = [new Set(document.suggested), new Set(document.touched)];
      const given = labels
        .map((label) => ({ ...label, wasSuggested: suggested.has(label.labelId) }))
        .filter(({ state, wasSuggested }) => state === 'set' || !wasSuggested)
        .filter(({ labelId, propertyId }) => !touched.has(labelId) && !touched.has(propertyId ?? ''));
      return given.length === 0 ? [] : [{ document, labels: given }];
    });
  }
}

function keyOf({ documentId, labelId }: BatchLabel): string {
  return `${documentId} ${labelId}`;
}

function proposedValue({ propertyId, state, score, words }: BatchLabel, label: LabelName | undefined): ProposedValue {
  return {
    type: propertyId === null ? 'tag' : 'option',
    propertyName: label?.propertyName ?? null,
    before: null,
    value: label?.name ?? '',
    isSuggestion: state === 'suggested',
    ...{ foundIn: 'learned', line: null, excerpt: null, words, confidence: score },
  };
}
