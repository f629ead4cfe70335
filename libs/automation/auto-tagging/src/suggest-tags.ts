import { Injectable } from '@nestjs/common';
import type { TaggingRequest, TaggingSuggestion } from '@archivolt/plugin-kit';
import { UnitOfWork, type Transaction } from '#ground/database';
import { DocumentTags } from '#archive/metadata';
import { DocumentContent, LockDocuments } from '#archive/documents';
import { SuggestionsChanged } from '#automation/learned-filing';
import { Changes } from '#ground/history';
import { systemContext, type OrganizationContext } from '#ground/kernel';
import { OrganizationRepository, OrganizationSettings, type AutoTaggingSettings } from '#people/organizations';
import { TagRepository, TagsService } from '#archive/tags';
import { AutoTaggerInUse } from './auto-tagger-in-use.js';
import type { SuggestTagsData } from './auto-tagging.jobs.js';
import { AutoTaggingUsage } from './auto-tagging-usage.js';
import { DocumentSuggestionRepository } from './document-suggestion.repository.js';
import { PropertySuggestionRepository } from './property-suggestion.repository.js';
import { detailsFor } from './suggested-details.js';
import { valuesFor } from './suggested-properties.js';
import { chooseTags } from './suggested-tags.js';

const MAX_CONTENT_LENGTH = 100_000;

/** Adds the tags that the auto-tagger suggests for one document, and keeps its other suggestions for a person. */
@Injectable()
export class SuggestTags {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly tagger: AutoTaggerInUse,
    private readonly organizations: OrganizationRepository,
    private readonly settings: OrganizationSettings,
    private readonly content: DocumentContent,
    private readonly lockDocuments: LockDocuments,
    private readonly tags: TagRepository,
    private readonly tagsService: TagsService,
    private readonly documentTags: DocumentTags,
    private readonly usage: AutoTaggingUsage,
    private readonly suggestions: DocumentSuggestionRepository,
    private readonly properties: PropertySuggestionRepository,
    private readonly changes: Changes,
  ) {}

  /** Does nothing when this was turned off meanwhile, or the document has no text or is not active any more. */
  async execute({ organizationId, documentId }: SuggestTagsData, signal: AbortSignal): Promise<void> {
    const ctx = systemContext(organizationId, 'auto-tagger');
    const settings = await this.settings.autoTagging(ctx);
    if (!this.tagger.isAvailable || !settings.isEnabled || !(await this.organizations.find(ctx))) return;
    const request = await this.#request(ctx, documentId, settings);
    if (!request) return;
    const suggestion = await this.usage.suggest(ctx, request, signal);
    const keepsOthers = request.maySuggestDetails || settings.canSuggestProperties;
    if (!suggestion || (suggestion.tags.length === 0 && !keepsOthers)) return;
    await this.unitOfWork.run((tx) => this.#add(tx, ctx, request, suggestion));
  }

  async #request(
    ctx: OrganizationContext,
    documentId: string,
    { canCreateNewTags, canSuggestDetails, canSuggestProperties, maxTags }: AutoTaggingSettings,
  ): Promise<TaggingRequest | undefined> {
    const tags = await this.tags.names(ctx);
    const open = canSuggestProperties ? await this.properties.open(ctx, documentId) : [];
    const hasDetails = canSuggestDetails || open.length > 0;
    if (tags.length === 0 && !canCreateNewTags && !hasDetails) return undefined;
    const document = await this.unitOfWork.run(async (tx) => {
      const [id] = await this.lockDocuments.execute(tx, ctx, [documentId], { activeOnly: true });
      return id === undefined ? undefined : this.content.read(tx, ctx, id, { includeContent: true });
    });
    if (!document || document.content === '') return undefined;
    return {
      organizationId: ctx.organizationId,
      documentId,
      name: document.name,
      content: startOf(document.content),
      tags: tags.map(({ name, description }) => ({ name, description: description ?? null })),
      mayCreateTags: canCreateNewTags,
      maxTags,
      maySuggestDetails: canSuggestDetails,
      ...(open.length > 0 && { properties: open.map(({ id: _, ...property }) => property) }),
    };
  }

  /**
   * The lock on the names comes first, so that no other transaction creates the same tags meanwhile. The settings are
   * read again, because they may have changed during the call.
   */
  async #add(
    tx: Transaction,
    ctx: OrganizationContext,
    { documentId, maySuggestDetails }: TaggingRequest,
    suggestion: TaggingSuggestion,
  ): Promise<void> {
    await this.tags.lockNames(tx, ctx);
    const documentIds = await this.lockDocuments.execute(tx, ctx, [documentId], { activeOnly: true });
    const settings = await this.settings.autoTagging(ctx, tx);
    if (documentIds.length === 0 || !settings.isEnabled) return;
    const { existingIds, newNames } = chooseTags(suggestion.tags, await this.tags.names(ctx, tx), settings.maxTags);
    const tagIds = [
      ...existingIds,
      ...(settings.canCreateNewTags ? await this.tagsService.createUpToLimit(tx, ctx, newNames) : []),
    ];
    await this.documentTags.addToExisting(tx, ctx, { documentIds, tagIds, activeOnly: true });
    // Tags before properties, as everywhere.
    const details = maySuggestDetails && settings.canSuggestDetails;
    const keeps = { details, properties: settings.canSuggestProperties };
    if (await this.#keep(tx, ctx, documentId, suggestion, keeps))
      this.changes.record(tx, ctx, SuggestionsChanged, { documentId });
  }

  /** Replaces the suggestions of an earlier reading. Returns whether something is other than before. */
  async #keep(
    tx: Transaction,
    ctx: OrganizationContext,
    documentId: string,
    suggestion: TaggingSuggestion,
    keeps: { details: boolean; properties: boolean },
  ): Promise<boolean> {
    const provider = this.tagger.provider;
    const present = await this.suggestions.document(tx, ctx, documentId);
    if (!present) return false;
    const isOtherDetail =
      keeps.details &&
      (await this.suggestions.replace(tx, documentId, { provider, values: detailsFor(suggestion, present) }));
    if (!keeps.properties) return isOtherDetail;
    const values = valuesFor(suggestion.properties, await this.properties.open(ctx, documentId, tx));
    return (await this.properties.replace(tx, ctx, documentId, { provider, values })) || isOtherDetail;
  }
}

/** Does not end within a surrogate pair. */
function startOf(content: string): string {
  return content.slice(0, MAX_CONTENT_LENGTH).replace(/[\ud800-\udbff]$/, '');
}
