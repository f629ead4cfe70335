import { DiscoveryService } from '@nestjs/core';
import type { Transaction } from '#ground/database';
import type { OrganizationContext } from '#ground/kernel';
import type { Extraction, ExtractionLane } from '#capabilities/extraction';

/** A document whose content was saved in this transaction. */
export interface ReadDocument {
  documentId: string;
  extraction: Extraction;
  lane: ExtractionLane;
  /** That of the file. */
  fileName: string;
  /** People may have corrected it: only what it does not have is set. */
  wasRead: boolean;
}

/**
 * Something that happens to documents when their content was saved, in the same transaction. A provider of any feature
 * with `@AfterReading`. It gets all documents that were saved together, of one organization and locked, or a single one.
 */
export interface RunsAfterReading {
  afterReading(tx: Transaction, ctx: OrganizationContext, documents: readonly ReadDocument[]): Promise<void>;
}

/** What happens after the content was saved, in this order. */
export const STEPS_AFTER_READING = ['pages', 'thumbnail', 'rules', 'date', 'suggestions'] as const;

type StepName = (typeof STEPS_AFTER_READING)[number];

/** A step of {@link STEPS_AFTER_READING}, or a further one with the step that it follows. */
export type StepAfterReading = StepName | { follows: StepName };

/** Declares a step: `@AfterReading('pages')`, `@AfterReading({ follows: 'pages' })`. */
export const AfterReading = DiscoveryService.createDecorator<StepAfterReading>();
