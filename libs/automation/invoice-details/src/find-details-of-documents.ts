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
import { DocumentPartsRepository, type DocumentParts } from '#archive/documents';
import { DocumentProperties, type PropertyDifference } from '#archive/metadata';
import { CustomPropertyRepository } from '#archive/properties';
import { dayOf, HEAD_LENGTH, storedPartsOf, TAIL_LENGTH } from '#automation/date-detection';
import { UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationContext } from '#ground/kernel';
import { detectDetails } from './detector/detect-details.js';
import type { DetailFindings } from './detector/detail-finding.js';
import { canHaveInvoiceData, withInvoiceData } from './electronic-invoice.js';
import { FillDetails, type DetailTargets } from './fill-details.js';
import { InvoiceDetailsRepository, type StoredFinding } from './invoice-details.repository.js';

/** The values that one document got, or lost again, with where they were found. */
export interface DetailsDifference {
  properties: Omit<PropertyDifference, 'documentId'>[];
  findings: StoredFinding[];
}

const LENGTHS = { head: HEAD_LENGTH, tail: TAIL_LENGTH };
/** Of a document with an electronic invoice in it, whose page may be anywhere. Of a longer one the text alone counts. */
const LONGEST_CONTENT = 300_000;

/** Fills the details of invoices that are empty in documents that are here. */
@Injectable()
@IsBatchOperation()
@FillsDocuments('invoice-details')
export class FindDetailsOfDocuments implements FillOperation<DetailsDifference> {
  readonly name = 'find-invoice-details';
  readonly permissions = ['documents:update'] as const;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly details: FillDetails,
    private readonly repository: InvoiceDetailsRepository,
    private readonly parts: DocumentPartsRepository,
    private readonly properties: CustomPropertyRepository,
    private readonly documentProperties: DocumentProperties,
  ) {}

  mostInRequest(): number {
    return FILL_CHUNK;
  }

  chunkSize(): number {
    return FILL_CHUNK;
  }

  async propose(ctx: OrganizationContext, documentIds: readonly string[]): Promise<ProposedDocument[]> {
    return this.unitOfWork.run(async (tx) => {
      const targets = await this.details.targets(tx, ctx);
      if (!targets) return [];
      const documents = await this.parts.read(ctx, documentIds, LENGTHS, tx);
      const found = await this.#find(tx, ctx, documents, targets);
      const filled = await this.details.fill(tx, ctx, found, { ...targets, isLook: true });
      const named = await this.properties.types(tx, ctx, [...targets.propertyOf.values()]);
      const nameOf = new Map(documents.map(({ documentId, name }) => [documentId, name]));
      return filled.map(({ documentId, findings }) => ({
        documentId,
        name: nameOf.get(documentId) ?? '',
        values: findings.map((finding) => proposedValue(finding, named.get(finding.propertyId))),
      }));
    });
  }

  async apply(
    tx: Transaction,
    ctx: OrganizationContext,
    documentIds: readonly string[],
  ): Promise<DocumentChange<DetailsDifference>[]> {
    const targets = await this.details.targets(tx, ctx);
    if (!targets) return [];
    const documents = await this.parts.read(ctx, documentIds, LENGTHS, tx);
    const filled = await this.details.fill(tx, ctx, await this.#find(tx, ctx, documents, targets), targets);
    return filled.map(({ documentId, properties, findings }) => ({ documentId, difference: { properties, findings } }));
  }

  /** A value that was taken back may be found again. */
  async undo(
    tx: Transaction,
    ctx: OrganizationContext,
    changes: readonly DocumentChange<DetailsDifference>[],
  ): Promise<UndoneChanges<DetailsDifference>> {
    const made = changes.flatMap(({ documentId, difference }) =>
      difference.properties.map((one) => ({ ...one, documentId })),
    );
    const { restored, skipped } = await this.documentProperties.restore(tx, ctx, made);
    const findingsOf = new Map(changes.map(({ documentId, difference }) => [documentId, difference.findings]));
    const undone: DocumentChange<DetailsDifference>[] = [];
    for (const [documentId, properties] of Map.groupBy(restored, (one) => one.documentId)) {
      const ids = new Set(properties.map(({ propertyId }) => propertyId));
      const findings = (findingsOf.get(documentId) ?? []).filter(({ propertyId }) => ids.has(propertyId));
      const isBack = new Set(properties.flatMap(({ propertyId, after }) => (after === null ? [] : propertyId)));
      const kept = findings.filter(({ propertyId }) => isBack.has(propertyId));
      await this.repository.remove(tx, documentId, [...ids]);
      await this.repository.save(tx, documentId, kept);
      undone.push({ documentId, difference: { properties, findings } });
    }
    return { changes: undone, skipped: [...new Set(skipped.map(({ documentId }) => documentId))] };
  }

  async #find(
    tx: Transaction,
    ctx: OrganizationContext,
    documents: readonly DocumentParts[],
    { order }: DetailTargets,
  ): Promise<Map<string, DetailFindings>> {
    const withData = documents.filter(({ mimeType, attachments }) =>
      canHaveInvoiceData({ detectedType: mimeType, attachments: inContent(attachments) }),
    );
    const ids = withData.map(({ documentId }) => documentId);
    const contents = await this.parts.contents(ctx, ids, LONGEST_CONTENT, tx);
    return new Map(
      documents.map((document) => {
        const { documentId, originalName: name, createdAt, mimeType: detectedType } = document;
        const options = { name, received: dayOf(createdAt), order };
        const text = contents.get(documentId) ?? '';
        const attachments = inContent(document.attachments);
        const find = () => detectDetails(storedPartsOf(document), options);
        return [documentId, withInvoiceData({ text, detectedType, attachments }, find)];
      }),
    );
  }
}

function inContent(attachments: DocumentParts['attachments']): DocumentParts['attachments'] {
  return attachments.filter(({ isInContent = true }) => isInContent);
}

function proposedValue(
  { propertyId: _, value, ...reason }: StoredFinding,
  property: { name: string; type: string } | undefined,
): ProposedValue {
  const type = property?.type === 'number' || property?.type === 'date' ? property.type : 'text';
  const kind = { type, propertyName: property?.name ?? '', isSuggestion: false } as const;
  return { ...kind, ...reason, words: [], before: null, value: String(value) };
}
