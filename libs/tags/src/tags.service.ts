import { Injectable } from '@nestjs/common';
import { OrganizationsConfig } from '#config/organizations';
import { UnitOfWork, violatedUniqueConstraint, type Transaction } from '#libs/database';
import { Changes } from '#libs/history';
import type { KeepAnswer } from '#libs/idempotency';
import { assertRevision, createId, nextUpdatedAt, type OrganizationContext } from '#libs/kernel';
import { Tag } from './tag.entity.js';
import { TagAlreadyExists, TagLimitReached, TagNotFound } from './tags.errors.js';
import { TagCreated, TagDeleted, TagUpdated } from './tags.events.js';
import { TagRepository } from './tag.repository.js';

export interface TagFields {
  name: string;
  color: string;
  description?: string | undefined;
}

@Injectable()
export class TagsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly tags: TagRepository,
    private readonly changes: Changes,
    private readonly config: OrganizationsConfig,
  ) {}

  create(ctx: OrganizationContext, fields: TagFields, keepAnswer?: KeepAnswer<Tag>): Promise<Tag> {
    return this.#write(async (tx) => {
      await this.tags.lockNames(tx, ctx);
      if ((await this.tags.count(tx, ctx)) >= this.config.maxTags) throw TagLimitReached();
      const now = new Date();
      const tag = tx.em.create(Tag, {
        id: createId('tag'),
        createdAt: now,
        updatedAt: now,
        organizationId: ctx.organizationId,
        name: fields.name,
        normalizedName: fields.name.toLowerCase(),
        color: fields.color,
        description: fields.description ?? null,
      });
      this.changes.record(tx, ctx, TagCreated, { tagId: tag.id });
      await tx.em.flush();
      await keepAnswer?.(tx, tag);
      return tag;
    });
  }

  /** Throws RevisionMismatch when the tag is in none of the `expected` revisions. */
  update(
    ctx: OrganizationContext,
    tagId: string,
    changes: Partial<TagFields>,
    expected?: readonly string[],
  ): Promise<Tag> {
    return this.#write(async (tx) => {
      if (changes.name !== undefined) await this.tags.lockNames(tx, ctx);
      const tag = await this.tags.findForChange(tx, ctx, tagId);
      if (!tag) throw TagNotFound();
      assertRevision(tag, expected);
      if (changes.name === undefined && changes.color === undefined && changes.description === undefined) return tag;
      if (changes.name !== undefined) {
        tag.name = changes.name;
        tag.normalizedName = changes.name.toLowerCase();
      }
      if (changes.color !== undefined) tag.color = changes.color;
      if (changes.description !== undefined) tag.description = changes.description;
      tag.updatedAt = nextUpdatedAt(tag.updatedAt);
      this.changes.record(tx, ctx, TagUpdated, { tagId });
      return tag;
    });
  }

  async delete(ctx: OrganizationContext, tagId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const tag = await this.tags.findForChange(tx, ctx, tagId);
      if (!tag) throw TagNotFound();
      tx.em.remove(tag);
      this.changes.record(tx, ctx, TagDeleted, { tagId });
    });
  }

  async #write(work: (tx: Transaction) => Promise<Tag>): Promise<Tag> {
    try {
      return await this.unitOfWork.run(work);
    } catch (error) {
      throw violatedUniqueConstraint(error) === 'tag_name_unique' ? TagAlreadyExists({ cause: error }) : error;
    }
  }
}
