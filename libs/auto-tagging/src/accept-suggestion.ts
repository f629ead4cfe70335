import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#libs/database';
import { UpdateDocument } from '#libs/documents';
import { Changes } from '#libs/history';
import type { OrganizationContext } from '#libs/kernel';
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
    private readonly updateDocument: UpdateDocument,
    private readonly changes: Changes,
  ) {}

  /** The document is locked by its change; the suggestion is looked at again then, because another caller may be first. */
  async execute(ctx: OrganizationContext, suggestion: { documentId: string; kind: SuggestionKind }): Promise<void> {
    const { documentId, kind } = suggestion;
    await this.unitOfWork.run(async (tx) => {
      const value = await this.suggestions.find(tx, ctx, suggestion);
      if (value === undefined) throw SuggestionNotFound();
      const change = kind === 'name' ? { name: value } : { documentDate: new Date(`${value}T00:00:00.000Z`) };
      const { deletedAt } = await this.updateDocument.executeIn(tx, ctx, documentId, change);
      if (deletedAt !== null) throw SuggestionForTrashedDocument();
      if (!(await this.suggestions.remove(tx, suggestion))) throw SuggestionNotFound();
      this.changes.record(tx, ctx, SuggestionsChanged, { documentId });
    });
  }
}
