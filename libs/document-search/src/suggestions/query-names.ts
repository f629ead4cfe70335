import { Injectable } from '@nestjs/common';
import { CustomPropertyRepository, PropertyUsers, type CustomProperty, type NamedUser } from '#libs/custom-properties';
import type { OrganizationContext } from '#libs/kernel';
import { canSee } from '#libs/organizations';
import { TagRepository } from '#libs/tags';

/** What queries of an organization can name. */
export interface Names {
  tags: { id: string; name: string }[];
  properties: CustomProperty[];
  members: NamedUser[];
}

const MOST_MEMBERS = 500;

@Injectable()
export class QueryNames {
  constructor(
    private readonly tags: TagRepository,
    private readonly properties: CustomPropertyRepository,
    private readonly users: PropertyUsers,
  ) {}

  /** What the actor may not see is empty. */
  async of(ctx: OrganizationContext): Promise<Names> {
    const [tags, properties] = await Promise.all([
      canSee(ctx, 'tags') ? this.tags.names(ctx) : [],
      canSee(ctx, 'custom-properties') ? this.properties.list(ctx) : [],
    ]);
    const namesUsers = properties.some(({ type }) => type === 'user_relation') && canSee(ctx, 'members');
    return { tags, properties, members: namesUsers ? await this.users.members(ctx, MOST_MEMBERS) : [] };
  }
}
