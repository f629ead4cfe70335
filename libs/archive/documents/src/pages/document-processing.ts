import { Injectable } from '@nestjs/common';
import { DocumentContent } from '../document-content.js';
import { DocumentNotFound } from '../documents.errors.js';
import { Clock, type OrganizationScope } from '#ground/kernel';
import { DocumentPageRepository } from './document-page.repository.js';
import { processingSteps, type ProcessingStep } from './processing-steps.js';

/** How the processing of a document went, or how far it is. */
@Injectable()
export class DocumentProcessing {
  constructor(
    private readonly content: DocumentContent,
    private readonly pages: DocumentPageRepository,
    private readonly clock: Clock,
  ) {}

  async steps(scope: OrganizationScope, documentId: string): Promise<ProcessingStep[]> {
    const reading = await this.content.reading(scope, documentId);
    if (!reading) throw DocumentNotFound();
    return processingSteps(reading, await this.pages.counts(scope, documentId), this.clock.now());
  }
}
