import { Injectable } from '@nestjs/common';
import { propertyKey } from '#capabilities/query';
import { UnitOfWork, type Transaction } from '#ground/database';
import { DocumentNotFound, LockDocuments, UpdateDocument } from '#archive/documents';
import { DocumentProperties } from '#archive/metadata';
import { CustomPropertyRepository, PropertyOptions } from '#archive/properties';
import { LearnedLabels, SuggestionsChanged } from '#automation/learned-filing';
import { Changes } from '#ground/history';
import type { OrganizationContext } from '#ground/kernel';
import { SuggestionForTrashedDocument, SuggestionNotFound } from './auto-tagging.errors.js';
import { DocumentSuggestionRepository } from './document-suggestion.repository.js';
import { isDetail } from './document-suggestion.schema.js';
import { isProperty } from './document-suggestions.js';
import { optionNames, PropertySuggestionRepository } from './property-suggestion.repository.js';

/** Changes a document as a plugin or what was learned suggests, in the name of the person who accepts it. */
@Injectable()
export class AcceptSuggestion {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly suggestions: DocumentSuggestionRepository,
    private readonly propertySuggestions: PropertySuggestionRepository,
    private readonly documentProperties: DocumentProperties,
    private readonly properties: CustomPropertyRepository,
    private readonly options: PropertyOptions,
    private readonly lockDocuments: LockDocuments,
    private readonly updateDocument: UpdateDocument,
    private readonly learned: LearnedLabels,
    private readonly changes: Changes,
  ) {}

  /**
   * `kind`: that of a detail, or the id of a property or a label. The document is locked first, so that a suggestion that
   * another caller takes, or a change makes useless, is seen.
   */
  async execute(ctx: OrganizationContext, suggestion: { documentId: string; kind: string }): Promise<void> {
    const { documentId, kind } = suggestion;
    await this.unitOfWork.run(async (tx) => {
      // The names of options come before documents: one may have to be created.
      if (isProperty(kind)) await this.properties.lockNames(tx, ctx);
      if ((await this.lockDocuments.execute(tx, ctx, [documentId])).length === 0) throw DocumentNotFound();
      if (!isDetail(kind)) {
        const [active] = await this.lockDocuments.execute(tx, ctx, [documentId], { activeOnly: true });
        if (active === undefined) throw SuggestionForTrashedDocument();
        if (isProperty(kind)) {
          await this.#setProperty(tx, ctx, { documentId, propertyId: kind });
          return;
        }
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

  async #setProperty(
    tx: Transaction,
    ctx: OrganizationContext,
    { documentId, propertyId }: { documentId: string; propertyId: string },
  ): Promise<void> {
    const taken = await this.propertySuggestions.take(tx, ctx, { documentId, propertyId });
    if (!taken) throw SuggestionNotFound();
    const names = optionNames({ type: taken.type, value: taken.value });
    const ids = names.length === 0 ? [] : await this.#optionsOf(tx, ctx, propertyId, names);
    const value = names.length === 0 ? taken.value : taken.type === 'select' ? ids[0] : ids;
    const set = [{ propertyId, value }];
    await this.documentProperties.change(tx, ctx, { documentIds: [documentId], set, clear: [] });
    this.changes.record(tx, ctx, SuggestionsChanged, { documentId });
  }

  /** The person has accepted the names, also those of options that do not exist yet. */
  async #optionsOf(
    tx: Transaction,
    ctx: OrganizationContext,
    propertyId: string,
    names: readonly string[],
  ): Promise<string[]> {
    const known = await this.propertySuggestions.optionIds(tx, propertyId, names);
    const ids: string[] = [];
    for (const name of names) {
      const id = known.get(propertyKey(name)) ?? (await this.options.create(tx, ctx, propertyId, name)).id;
      if (!ids.includes(id)) ids.push(id);
    }
    return ids;
  }
}
