import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#ground/database';
import { DocumentNotFound, LockDocuments, UpdateDocument } from '#archive/documents';
import { Changes } from '#ground/history';
import type { OrganizationContext } from '#ground/kernel';
import { SuggestionForTrashedDocument, SuggestionNotFound } from './auto-tagging.errors.js';
import { SuggestionsChanged } from './auto-tagging.events.js';
import { DocumentSuggestionRepository } from './document-suggestion.repository.js';
import type { SuggestionKind } from './document-suggestion.schema.js';

/** Changes a document as a plugin has suggested, in the name of the person who accepts it. */
@Injectable()
export class AcceptSuggestion {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly suggestions: DocumentSuggestionRepository,
    private readonly lockDocuments: LockDocuments,
    private readonly updateDocument: UpdateDocument,
    private readonly changes: Changes,
  ) {}

  /** The document is locked first, so that a suggestion that another caller takes, or a change makes useless, is seen. */
  async execute(ctx: OrganizationContext, suggestion: { documentId: string; kind: SuggestionKind }): Promise<void> {
    const { documentId, kind } = suggestion;
    await this.unitOfWork.run(async (tx) => {
      if ((await this.lockDocuments.execute(tx, ctx, [documentId])).length === 0) throw DocumentNotFound();
      const value = await this.suggestions.take(tx, ctx, suggestion);
      if (value === undefined) throw SuggestionNotFound();
      const change = kind === 'name' ? { name: value } : { documentDate: new Date(`${value}T00:00:00.000Z`) };
      const { deletedAt } = await this.updateDocument.executeIn(tx, ctx, documentId, change);
      if (deletedAt !== null) throw SuggestionForTrashedDocument();
      this.changes.record(tx, ctx, SuggestionsChanged, { documentId });
    });
  }
}
