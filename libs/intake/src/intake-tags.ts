import { Injectable } from '@nestjs/common';
import type { Transaction } from '#libs/database';
import { DocumentTags } from '#libs/document-tags';
import type { OrganizationContext } from '#libs/kernel';
import { TagLimitReached, TagRepository, TagsService } from '#libs/tags';

const COLOR = '#CCCCCC';
const LONGEST_NAME = 64;
/** Control characters, line separators, and what changes the direction of the text around it. */
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

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
      names.map((name) => name.trim()).flatMap((name) => (isFit(name) ? [[name.toLowerCase(), name]] : [])),
    );
    if (wanted.size === 0) return [];
    await this.tags.lockNames(tx, ctx);
    const known = new Map((await this.tags.names(ctx, tx)).map(({ normalizedName, id }) => [normalizedName, id]));
    const ids: string[] = [];
    for (const [normalized, name] of wanted) {
      const id = known.get(normalized) ?? (await this.#create(tx, ctx, name));
      if (id !== undefined) ids.push(id);
    }
    return ids;
  }

  async add(tx: Transaction, ctx: OrganizationContext, documentId: string, tagIds: readonly string[]): Promise<void> {
    if (tagIds.length === 0) return;
    await this.documentTags.addToExisting(tx, ctx, { documentIds: [documentId], tagIds });
  }

  async #create(tx: Transaction, ctx: OrganizationContext, name: string): Promise<string | undefined> {
    try {
      return (await this.tagsService.create(tx, ctx, { name, color: COLOR })).id;
    } catch (error) {
      if (TagLimitReached.matches(error)) return undefined;
      throw error;
    }
  }
}

function isFit(name: string): boolean {
  return name !== '' && name.length <= LONGEST_NAME && name.isWellFormed() && !UNFIT.test(name);
}
