import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#ground/database';
import { DocumentNotFound, LockDocuments } from '#archive/documents';
import { Changes } from '#ground/history';
import type { OrganizationContext } from '#ground/kernel';
import { SuggestionNotFound } from './auto-tagging.errors.js';
import { SuggestionsChanged } from './auto-tagging.events.js';
import { DocumentSuggestionRepository, type DocumentSuggestion } from './document-suggestion.repository.js';
import type { SuggestionKind } from './document-suggestion.schema.js';

/** Dates and names that an auto-tagger suggests for documents. */
@Injectable()
export class DocumentSuggestions {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly suggestions: DocumentSuggestionRepository,
    private readonly lockDocuments: LockDocuments,
    private readonly changes: Changes,
  ) {}

  async list(ctx: OrganizationContext, documentId: string): Promise<DocumentSuggestion[]> {
    const found = await this.suggestions.list(ctx, documentId);
    if (!found) throw DocumentNotFound();
    return found;
  }

  async dismiss(ctx: OrganizationContext, suggestion: { documentId: string; kind: SuggestionKind }): Promise<void> {
    const { documentId } = suggestion;
    await this.unitOfWork.run(async (tx) => {
      if ((await this.lockDocuments.execute(tx, ctx, [documentId])).length === 0) throw DocumentNotFound();
      if (!(await this.suggestions.remove(tx, suggestion))) throw SuggestionNotFound();
      this.changes.record(tx, ctx, SuggestionsChanged, { documentId });
    });
  }
}
