import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#ground/database';
import { DocumentNotFound, LockDocuments, UpdateDocument } from '#archive/documents';
import { LearnedLabels, SuggestionsChanged } from '#automation/learned-filing';
import { Changes } from '#ground/history';
import type { OrganizationContext } from '#ground/kernel';
import { SuggestionForTrashedDocument, SuggestionNotFound } from './auto-tagging.errors.js';
import { DocumentSuggestionRepository } from './document-suggestion.repository.js';
import { isDetail } from './document-suggestion.schema.js';

/** Changes a document as a plugin or what was learned suggests, in the name of the person who accepts it. */
@Injectable()
export class AcceptSuggestion {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly suggestions: DocumentSuggestionRepository,
    private readonly lockDocuments: LockDocuments,
    private readonly updateDocument: UpdateDocument,
    private readonly learned: LearnedLabels,
    private readonly changes: Changes,
  ) {}

  /**
   * `kind`: that of a detail, or the id of a label. The document is locked first, so that a suggestion that another caller takes, or a change makes useless, is
   * seen.
   */
  async execute(ctx: OrganizationContext, suggestion: { documentId: string; kind: string }): Promise<void> {
    const { documentId, kind } = suggestion;
    await this.unitOfWork.run(async (tx) => {
      if ((await this.lockDocuments.execute(tx, ctx, [documentId])).length === 0) throw DocumentNotFound();
      if (!isDetail(kind)) {
        const [active] = await this.lockDocuments.execute(tx, ctx, [documentId], { activeOnly: true });
        if (active === undefined) throw SuggestionForTrashedDocument();
        if (!(await this.learned.accept(tx, ctx, { documentId, labelId: kind }))) throw SuggestionNotFound();
        return;
      }
      const value = await this.suggestions.take(tx, ctx, { documentId, kind });
      if (value === undefined) throw SuggestionNotFound();
      const change = kind === 'name' ? { name: value } : { documentDate: new Date(`${value}T00:00:00.000Z`) };
      const { deletedAt } = await this.updateDocument.executeIn(tx, ctx, documentId, change);
      if (deletedAt !== null) throw SuggestionForTrashedDocument();
      this.changes.record(tx, ctx, SuggestionsChanged, { documentId });
    });
  }
}
