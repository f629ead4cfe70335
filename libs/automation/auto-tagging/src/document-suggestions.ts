import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#ground/database';
import { DocumentNotFound, LockDocuments } from '#archive/documents';
import { LearnedLabels, SuggestionsChanged, type LearnedLabel } from '#automation/learned-filing';
import { Changes } from '#ground/history';
import type { OrganizationContext } from '#ground/kernel';
import { SuggestionNotFound } from './auto-tagging.errors.js';
import { DocumentSuggestionRepository, type DocumentSuggestion } from './document-suggestion.repository.js';
import { isDetail } from './document-suggestion.schema.js';

/** What is suggested for a document: a date and a name by an auto-tagger, labels by what was learned from others. */
export interface SuggestionsOfDocument {
  details: DocumentSuggestion[];
  labels: LearnedLabel[];
}

/** Suggestions that wait for a person. */
@Injectable()
export class DocumentSuggestions {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly suggestions: DocumentSuggestionRepository,
    private readonly learned: LearnedLabels,
    private readonly lockDocuments: LockDocuments,
    private readonly changes: Changes,
  ) {}

  async list(ctx: OrganizationContext, documentId: string): Promise<SuggestionsOfDocument> {
    const details = await this.suggestions.list(ctx, documentId);
    if (!details) throw DocumentNotFound();
    return { details, labels: await this.learned.suggested(ctx, documentId) };
  }

  /** `kind`: that of a detail, or the id of a label. */
  async dismiss(ctx: OrganizationContext, { documentId, kind }: { documentId: string; kind: string }): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      if ((await this.lockDocuments.execute(tx, ctx, [documentId])).length === 0) throw DocumentNotFound();
      if (!isDetail(kind)) {
        if (!(await this.learned.dismiss(tx, ctx, { documentId, labelId: kind }))) throw SuggestionNotFound();
        return;
      }
      if (!(await this.suggestions.remove(tx, { documentId, kind }))) throw SuggestionNotFound();
      this.changes.record(tx, ctx, SuggestionsChanged, { documentId });
    });
  }
}
