import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#ground/database';
import { DocumentNotFound, LockDocuments } from '#archive/documents';
import { LearnedLabels, SuggestionsChanged, type LearnedLabel } from '#automation/learned-filing';
import { Changes } from '#ground/history';
import { isId, type OrganizationContext } from '#ground/kernel';
import { SuggestionNotFound } from './auto-tagging.errors.js';
import { DocumentSuggestionRepository, type DocumentSuggestion } from './document-suggestion.repository.js';
import { isDetail } from './document-suggestion.schema.js';
import { PropertySuggestionRepository, type PropertySuggestion } from './property-suggestion.repository.js';

/** What is suggested for a document: date, name and values by an auto-tagger, labels by what was learned from others. */
export interface SuggestionsOfDocument {
  details: DocumentSuggestion[];
  properties: PropertySuggestion[];
  labels: LearnedLabel[];
}

/** Suggestions that wait for a person. */
@Injectable()
export class DocumentSuggestions {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly suggestions: DocumentSuggestionRepository,
    private readonly properties: PropertySuggestionRepository,
    private readonly learned: LearnedLabels,
    private readonly lockDocuments: LockDocuments,
    private readonly changes: Changes,
  ) {}

  async list(ctx: OrganizationContext, documentId: string): Promise<SuggestionsOfDocument> {
    const details = await this.suggestions.list(ctx, documentId);
    if (!details) throw DocumentNotFound();
    const properties = await this.properties.list(ctx, documentId);
    return { details, properties, labels: await this.learned.suggested(ctx, documentId) };
  }

  /** `kind`: that of a detail, or the id of a property or a label. */
  async dismiss(ctx: OrganizationContext, { documentId, kind }: { documentId: string; kind: string }): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      if ((await this.lockDocuments.execute(tx, ctx, [documentId])).length === 0) throw DocumentNotFound();
      if (!isDetail(kind) && !isProperty(kind)) {
        if (!(await this.learned.dismiss(tx, ctx, { documentId, labelId: kind }))) throw SuggestionNotFound();
        return;
      }
      const isRemoved = isDetail(kind)
        ? await this.suggestions.remove(tx, { documentId, kind })
        : await this.properties.remove(tx, { documentId, propertyId: kind });
      if (!isRemoved) throw SuggestionNotFound();
      this.changes.record(tx, ctx, SuggestionsChanged, { documentId });
    });
  }
}

/** Whether a kind is the id of a property, of which a value is suggested. */
export function isProperty(kind: string): boolean {
  return isId('cpd', kind);
}
