import { cleanLine, nameKey } from '@archivolt/plugin-kit';
import { Injectable } from '@nestjs/common';
import type { Transaction } from '#ground/database';
import { DocumentTags } from '#archive/metadata';
import type { OrganizationContext } from '#ground/kernel';
import { isTagName, TagRepository, TagsService } from '#archive/tags';

/** The tags that an intake names for a document. */
@Injectable()
export class IntakeTags {
  constructor(
    private readonly tags: TagRepository,
    private readonly tagsService: TagsService,
    private readonly documentTags: DocumentTags,
  ) {}

  /**
   * Finds tags by their names, and creates those that are missing until the limit of the organization; its lock on the
   * names comes before that on a document.
   */
  async idsOf(tx: Transaction, ctx: OrganizationContext, names: readonly string[]): Promise<string[]> {
    const wanted = new Map(
      names.map((name) => cleanLine(name).trim()).flatMap((name) => (isTagName(name) ? [[nameKey(name), name]] : [])),
    );
    if (wanted.size === 0) return [];
    await this.tags.lockNames(tx, ctx);
    const known = new Map((await this.tags.names(ctx, tx)).map(({ normalizedName, id }) => [normalizedName, id]));
    const missing = [...wanted].filter(([normalized]) => !known.has(normalized)).map(([, name]) => name);
    const existing = [...wanted.keys()].flatMap((normalized) => known.get(normalized) ?? []);
    return [...existing, ...(await this.tagsService.createUpToLimit(tx, ctx, missing))];
  }

  async add(tx: Transaction, ctx: OrganizationContext, documentId: string, tagIds: readonly string[]): Promise<void> {
    if (tagIds.length === 0) return;
    await this.documentTags.addToExisting(tx, ctx, { documentIds: [documentId], tagIds });
  }
}
