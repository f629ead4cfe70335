import { Injectable } from '@nestjs/common';
import { SearchConfig } from '#config/search';
import { IsBatchOperation, type BatchOperation, type DocumentChange, type UndoneChanges } from '#archive/batches';
import {
  DocumentDates,
  DocumentSelection,
  type DocumentFilter,
  type FoundDate,
  type StoredDateFinding,
  type UndatedDocument,
} from '#archive/documents';
import { UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationContext } from '#ground/kernel';
import { OrganizationSettings } from '#people/organizations';
import { detectDate } from './detector/detect-date.js';
import { isMail } from './detector/mail-date.js';
import { HEAD_LENGTH, TAIL_LENGTH } from './detector/text-lines.js';
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

/** A date that a batch would set. */
export interface ProposedDate extends FoundDate {
  documentId: string;
  name: string;
  /** The date that it has, which was found, too. */
  present: Date | null;
}

const LENGTHS = { head: HEAD_LENGTH, tail: TAIL_LENGTH };
const MOST_IN_REQUEST = 100;
const CHUNK = 100;
const MOST_PREVIEWED = 100;

/** Finds the dates of many documents whose date no one has set or removed. */
@Injectable()
@IsBatchOperation()
export class FindDatesOfDocuments implements BatchOperation<object, FoundDateDifference> {
  readonly name = 'find-dates';
  readonly permissions = ['documents:update'] as const;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly dates: DocumentDates,
    private readonly selection: DocumentSelection,
    private readonly settings: OrganizationSettings,
    private readonly search: SearchConfig,
  ) {}

  mostInRequest(): number {
    return MOST_IN_REQUEST;
  }

  chunkSize(): number {
    return CHUNK;
  }

  /** What a batch would set in the first documents of a filter. */
  async preview(
    ctx: OrganizationContext,
    filter: DocumentFilter,
  ): Promise<{ lookedAtCount: number; proposed: ProposedDate[] }> {
    const lookedAt = (await this.selection.ids(ctx, filter)).slice(0, MOST_PREVIEWED);
    await this.unitOfWork.run((tx) => this.selection.check(tx, ctx, filter, lookedAt));
    const documents = await this.dates.undated(ctx, lookedAt, LENGTHS);
    const found = await this.#find(ctx, documents);
    const proposed = documents.flatMap(({ documentId, name, documentDate: present }) => {
      const date = found.get(documentId);
      if (!date || (present !== null && dayOf(present) === date.day)) return [];
      return [{ documentId, name, present, ...date }];
    });
    return { lookedAtCount: lookedAt.length, proposed };
  }

  async apply(
    tx: Transaction,
    ctx: OrganizationContext,
    documentIds: readonly string[],
  ): Promise<DocumentChange<FoundDateDifference>[]> {
    const found = await this.#find(ctx, await this.dates.undated(ctx, documentIds, LENGTHS, tx), tx);
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
    documents: readonly UndatedDocument[],
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
  { originalName: name, createdAt, mimeType, head, tail, tailLine }: UndatedDocument,
  { order, timeZone }: { order: DateOrder | undefined; timeZone: string },
): FoundDate | undefined {
  const parts = [{ text: head, firstLine: 1 }, ...(tail === null ? [] : [{ text: tail, firstLine: tailLine }])];
  const mailTimeZone = isMail(mimeType) ? timeZone : undefined;
  return detectDate(parts, { name, received: dayOf(createdAt), order, mailTimeZone }).finding;
}
