import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { DocumentSelection, type DocumentFilter } from '#archive/documents';
import { UnitOfWork } from '#ground/database';
import type { OrganizationContext } from '#ground/kernel';
import type { BatchOperation } from './batch-operation.js';
import { Batches } from './batches.js';
import { PreviewBatch } from './preview-batch.js';

/** What can be found in documents that are here: their dates, the details of invoices, and what was learned of filing. */
export const FINDERS = ['dates', 'invoice-details', 'filing'] as const;
export type Finder = (typeof FINDERS)[number];

/** A value that a document would get, with the reason. */
export interface ProposedValue {
  type: 'date' | 'number' | 'option' | 'tag' | 'text';
  /** Of the property that would be filled; null for the date of the document, and a tag. */
  propertyName: string | null;
  /** The present value, which was found, too; null when there is none. */
  before: string | null;
  /** `YYYY-MM-DD` for a date, the name of an option or a tag, digits for a number. */
  value: string;
  /** It waits for a person. */
  isSuggestion: boolean;
  /** `learned`: other documents have it. */
  foundIn: 'invoice-data' | 'learned' | 'mail' | 'name' | 'text';
  /** The line of the text, from 1; null when it was not found in a line. */
  line: number | null;
  /** The line, or its part around the value; null for what was learned. */
  excerpt: string | null;
  /** The words that decided; only of what was learned. */
  words: string[];
  /** From 0 to 1. */
  confidence: number;
}

export interface ProposedDocument {
  documentId: string;
  name: string;
  values: ProposedValue[];
}

/** A batch that gives documents what is in them, where it is empty; never in place of what a person has set or removed. */
export interface FillOperation<Difference extends object = object, Prepared = unknown> extends BatchOperation<
  object,
  Difference,
  Prepared
> {
  /** What {@link BatchOperation.apply} would do to these documents, without those that it would leave as they are. */
  propose(ctx: OrganizationContext, documentIds: readonly string[]): Promise<ProposedDocument[]>;
}

/** Marks the {@link FillOperation} of a finder, together with `@IsBatchOperation`. */
export const FillsDocuments = DiscoveryService.createDecorator<Finder>();

/** What the batches of {@link FillOperation} have in common. */
export const FILL_CHUNK = 100;
const MOST_PREVIEWED = 100;

/** Fills documents that are here with what one of the finders finds in them: first shown, then done as a batch. */
@Injectable()
export class FillDocuments implements OnModuleInit {
  readonly #operations = new Map<Finder, FillOperation>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly unitOfWork: UnitOfWork,
    private readonly selection: DocumentSelection,
    private readonly previews: PreviewBatch,
    private readonly batches: Batches,
  ) {}

  onModuleInit(): void {
    for (const provider of this.discovery.getProviders({ metadataKey: FillsDocuments.KEY })) {
      const finder = this.discovery.getMetadataByDecorator(FillsDocuments, provider);
      if (finder) this.#operations.set(finder, provider.instance as FillOperation);
    }
  }

  /** What the batch would do to the first documents of the filter. */
  async preview(
    ctx: OrganizationContext,
    finder: Finder,
    filter: DocumentFilter,
    signal: AbortSignal,
  ): Promise<{ documentsCount: number; lookedAtCount: number; proposed: ProposedDocument[] }> {
    const documentsCount = await this.previews.execute(ctx, filter, signal);
    const lookedAt = (await this.selection.ids(ctx, filter)).slice(0, MOST_PREVIEWED);
    await this.unitOfWork.run((tx) => this.selection.check(tx, ctx, filter, lookedAt));
    const proposed = await this.#of(finder).propose(ctx, lookedAt);
    return { documentsCount, lookedAtCount: lookedAt.length, proposed };
  }

  /** Returns the id of the task, or undefined when it is done. */
  async request(
    ctx: OrganizationContext,
    finder: Finder,
    { filter, prefersAsync }: { filter: DocumentFilter; prefersAsync: boolean },
  ): Promise<string | undefined> {
    const request = { filter, parameters: {}, prefersAsync };
    return (await this.batches.request(ctx, this.#of(finder), request)).taskId;
  }

  #of(finder: Finder): FillOperation {
    const operation = this.#operations.get(finder);
    if (!operation) throw new Error(`no provider with @FillsDocuments finds ${finder}`);
    return operation;
  }
}
