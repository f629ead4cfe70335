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
import { detailsFor } from './suggested-details.js';
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
    if (!suggestion || (suggestion.tags.length === 0 && !request.maySuggestDetails)) return;
    await this.unitOfWork.run((tx) => this.#add(tx, ctx, request, suggestion));
  }

  async #request(
    ctx: OrganizationContext,
    documentId: string,
    { canCreateNewTags, canSuggestDetails, maxTags }: AutoTaggingSettings,
  ): Promise<TaggingRequest | undefined> {
    const tags = await this.tags.names(ctx);
    if (tags.length === 0 && !canCreateNewTags && !canSuggestDetails) return undefined;
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
    if (maySuggestDetails && settings.canSuggestDetails) await this.#keepDetails(tx, ctx, documentId, suggestion);
    const { existingIds, newNames } = chooseTags(suggestion.tags, await this.tags.names(ctx, tx), settings.maxTags);
    const tagIds = [
      ...existingIds,
      ...(settings.canCreateNewTags ? await this.tagsService.createUpToLimit(tx, ctx, newNames) : []),
    ];
    await this.documentTags.addToExisting(tx, ctx, { documentIds, tagIds, activeOnly: true });
  }

  /** Replaces the suggestions of an earlier reading. */
  async #keepDetails(
    tx: Transaction,
    ctx: OrganizationContext,
    documentId: string,
    suggestion: TaggingSuggestion,
  ): Promise<void> {
    const present = await this.suggestions.document(tx, ctx, documentId);
    if (!present) return;
    const details = { provider: this.tagger.provider, values: detailsFor(suggestion, present) };
    if (await this.suggestions.replace(tx, documentId, details))
      this.changes.record(tx, ctx, SuggestionsChanged, { documentId });
  }
}

/** Does not end within a surrogate pair. */
function startOf(content: string): string {
  return content.slice(0, MAX_CONTENT_LENGTH).replace(/[\ud800-\udbff]$/, '');
}
