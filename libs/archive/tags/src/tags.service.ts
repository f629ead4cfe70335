import { Injectable } from '@nestjs/common';
import { OrganizationsConfig } from '#config/organizations';
import { nameKey } from '@archivolt/plugin-kit';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import { assertRevision, Clock, createId, nextUpdatedAt, type OrganizationContext } from '#ground/kernel';
import { Tag } from './tag.entity.js';
import { TagAlreadyExists, TagLimitReached, TagNotFound } from './tags.errors.js';
import { TagCreated, TagDeleted, TagUpdated } from './tags.events.js';
import { TagRepository } from './tag.repository.js';
import { assertPlace, thoseLeftOut } from './tag-tree.js';

/** The color of tags that no person has created. */
const GRAY = '#CCCCCC';

export interface TagFields {
  name: string;
  color: string;
  description?: string | undefined;
  /** The tag above it; null for none. */
  parentId?: string | null | undefined;
}

@Injectable()
export class TagsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly tags: TagRepository,
    private readonly changes: Changes,
    private readonly config: OrganizationsConfig,
    private readonly clock: Clock,
  ) {}

  async create(tx: Transaction, ctx: OrganizationContext, fields: TagFields): Promise<Tag> {
    await this.tags.lockNames(tx, ctx);
    if ((await this.tags.count(tx, ctx)) >= this.config.maxTags) throw TagLimitReached();
    const normalizedName = await this.#freeName(tx, ctx, fields.name);
    const parentId = fields.parentId ?? null;
    if (parentId !== null) {
      await this.tags.keep(tx, ctx, [parentId]);
      assertPlace(await this.tags.tree(tx, ctx), parentId);
    }
    const now = this.clock.now();
    const tag = tx.em.create(Tag, {
      id: createId('tag'),
      createdAt: now,
      updatedAt: now,
      organizationId: ctx.organizationId,
      name: fields.name,
      normalizedName,
      color: fields.color,
      description: fields.description ?? null,
      parentId,
    });
    this.changes.record(tx, ctx, TagCreated, { tagId: tag.id, name: tag.name });
    await tx.em.flush();
    return tag;
  }

  /** Creates gray tags of these names, in order, until the organization has as many as it may have. Returns their ids. */
  async createUpToLimit(tx: Transaction, ctx: OrganizationContext, names: readonly string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const name of names) {
      try {
        ids.push((await this.create(tx, ctx, { name, color: GRAY })).id);
      } catch (error) {
        if (TagLimitReached.matches(error)) break;
        throw error;
      }
    }
    return ids;
  }

  /** Throws RevisionMismatch when the tag is in none of the `expected` revisions. */
  async update(
    ctx: OrganizationContext,
    tagId: string,
    changes: Partial<TagFields>,
    expected?: readonly string[],
  ): Promise<Tag> {
    const work = async (tx: Transaction): Promise<Tag> => {
      if (changes.name !== undefined || changes.parentId !== undefined) await this.tags.lockNames(tx, ctx);
      if (changes.parentId) {
        await this.tags.keep(tx, ctx, [changes.parentId]); // as in a deletion, the tag above is locked first
        assertPlace(await this.tags.tree(tx, ctx), changes.parentId, tagId);
      }
      const tag = await this.tags.findForChange(tx, ctx, tagId);
      if (!tag) throw TagNotFound();
      assertRevision(tag, expected);
      if (Object.values(changes).every((value) => value === undefined)) return tag;
      if (changes.name !== undefined) {
        tag.normalizedName = await this.#freeName(tx, ctx, changes.name, tagId);
        tag.name = changes.name;
      }
      if (changes.color !== undefined) tag.color = changes.color;
      if (changes.description !== undefined) tag.description = changes.description;
      if (changes.parentId !== undefined) tag.parentId = changes.parentId;
      tag.updatedAt = nextUpdatedAt(tag.updatedAt, this.clock.now());
      this.changes.record(tx, ctx, TagUpdated, { tagId, name: tag.name });
      return tag;
    };
    return this.unitOfWork.run(work);
  }

  async delete(ctx: OrganizationContext, tagId: string): Promise<void> {
    await this.unitOfWork.run((tx) => this.deleteIn(tx, ctx, tagId));
  }

  /** Puts what is below a tag below the one that it is merged into, as far as it has a place there. */
  async moveThoseBelow(
    tx: Transaction,
    ctx: OrganizationContext,
    { tagId, intoTagId }: { tagId: string; intoTagId: string },
  ): Promise<void> {
    const except = thoseLeftOut(await this.tags.tree(tx, ctx), { tagId, intoTagId });
    await this.tags.moveThoseBelow(tx, ctx, { tagId, intoTagId, except });
  }

  async deleteIn(tx: Transaction, ctx: OrganizationContext, tagId: string): Promise<void> {
    const tag = await this.tags.findForChange(tx, ctx, tagId);
    if (!tag) throw TagNotFound();
    await this.tags.moveThoseBelow(tx, ctx, { tagId, intoTagId: null });
    tx.em.remove(tag);
    this.changes.record(tx, ctx, TagDeleted, { tagId, name: tag.name });
  }

  /** Names are locked, so the name stays free until the commit. */
  async #freeName(tx: Transaction, ctx: OrganizationContext, name: string, ofTag?: string): Promise<string> {
    const taken = await this.tags.named(tx, ctx, name);
    const twin = taken.find(({ id }) => id !== ofTag);
    if (twin !== undefined) throw TagAlreadyExists({ message: `A tag with this name already exists: ${twin.name}` });
    return nameKey(name);
  }
}
