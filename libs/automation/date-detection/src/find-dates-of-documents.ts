import { Injectable } from '@nestjs/common';
import { SearchConfig } from '#config/search';
import {
  FILL_CHUNK,
  FillsDocuments,
  IsBatchOperation,
  type DocumentChange,
  type FillOperation,
  type ProposedDocument,
  type UndoneChanges,
} from '#archive/batches';
import {
  DocumentDates,
  DocumentPartsRepository,
  type DocumentParts,
  type FoundDate,
  type StoredDateFinding,
} from '#archive/documents';
import type { Transaction } from '#ground/database';
import type { OrganizationContext } from '#ground/kernel';
import { OrganizationSettings } from '#people/organizations';
import { detectDate } from './detector/detect-date.js';
import { isMail } from './detector/mail-date.js';
import { HEAD_LENGTH, storedPartsOf, TAIL_LENGTH } from './detector/text-lines.js';
import type { DateOrder } from './detector/written-dates.js';
import { dayOf, orderOf } from './find-dates.js';

/** Dates are ISO 8601 in UTC. */
export interface FoundDateDifference {
  before: string | null;
  after: string | null;
  /** Of the date before. */
  findingBefore: StoredDateFinding | null;
  findingAfter: StoredDateFinding | null;
}

const UNDATED = { head: HEAD_LENGTH, tail: TAIL_LENGTH, isDateOpen: true };

/** Finds the dates of many documents whose date no one has set or removed. */
@Injectable()
@IsBatchOperation()
@FillsDocuments('dates')
export class FindDatesOfDocuments implements FillOperation<FoundDateDifference> {
  readonly name = 'find-dates';
  readonly permissions = ['documents:update'] as const;

  constructor(
    private readonly dates: DocumentDates,
    private readonly parts: DocumentPartsRepository,
    private readonly settings: OrganizationSettings,
    private readonly search: SearchConfig,
  ) {}

  mostInRequest(): number {
    return FILL_CHUNK;
  }

  chunkSize(): number {
    return FILL_CHUNK;
  }

  async propose(ctx: OrganizationContext, documentIds: readonly string[]): Promise<ProposedDocument[]> {
    const documents = await this.parts.read(ctx, documentIds, UNDATED);
    const found = await this.#find(ctx, documents);
    return documents.flatMap(({ documentId, name, documentDate }) => {
      const date = found.get(documentId);
      const before = documentDate && dayOf(documentDate);
      if (!date || before === date.day) return [];
      const { day: value, ...reason } = date;
      const kind = { type: 'date' as const, propertyName: null, isSuggestion: false, words: [] };
      return [{ documentId, name, values: [{ ...kind, ...reason, before, value }] }];
    });
  }

  async apply(
    tx: Transaction,
    ctx: OrganizationContext,
    documentIds: readonly string[],
  ): Promise<DocumentChange<FoundDateDifference>[]> {
    const found = await this.#find(ctx, await this.parts.read(ctx, documentIds, UNDATED, tx), tx);
    const changed = await this.dates.setFound(tx, ctx, found);
    return changed.map(({ documentId, before, after, finding: findingBefore, findingAfter }) => ({
      documentId,
      difference: { before, after, findingBefore, findingAfter },
    }));
  }

  async undo(
    tx: Transaction,
    ctx: OrganizationContext,
    changes: readonly DocumentChange<FoundDateDifference>[],
  ): Promise<UndoneChanges<FoundDateDifference>> {
    const wanted = changes.map(({ documentId, difference: { before, after, findingBefore } }) => {
      return { documentId, present: after, wanted: before, finding: findingBefore };
    });
    const restored = new Set(await this.dates.restoreFound(tx, ctx, wanted));
    return {
      changes: changes
        .filter(({ documentId }) => restored.has(documentId))
        .map(({ documentId, difference: { before, after, findingBefore, findingAfter } }) => ({
          documentId,
          difference: { before: after, after: before, findingBefore: findingAfter, findingAfter: findingBefore },
        })),
      skipped: changes.map(({ documentId }) => documentId).filter((id) => !restored.has(id)),
    };
  }

  async #find(
    ctx: OrganizationContext,
    documents: readonly DocumentParts[],
    tx?: Transaction,
  ): Promise<Map<string, FoundDate>> {
    const found = new Map<string, FoundDate>();
    const detection = await this.settings.dateDetection(ctx, tx);
    if (detection === 'off') return found;
    const order = orderOf(detection);
    for (const document of documents) {
      const finding = findingIn(document, { order, timeZone: this.search.timeZone });
      if (finding) found.set(document.documentId, finding);
    }
    return found;
  }
}

function findingIn(
  document: DocumentParts,
  { order, timeZone }: { order: DateOrder | undefined; timeZone: string },
): FoundDate | undefined {
  const { originalName: name, createdAt, mimeType } = document;
  const mailTimeZone = isMail(mimeType) ? timeZone : undefined;
  return detectDate(storedPartsOf(document), { name, received: dayOf(createdAt), order, mailTimeZone }).finding;
}
