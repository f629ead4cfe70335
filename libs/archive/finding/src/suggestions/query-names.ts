import { Injectable } from '@nestjs/common';
import { CustomPropertyRepository, PropertyUsers, type CustomProperty, type NamedUser } from '#archive/properties';
import type { OrganizationContext } from '#ground/kernel';
import { canSee } from '#people/organizations';
import { isBuiltInFilter, propertyKey } from '#capabilities/query';
import { TagRepository } from '#archive/tags';

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

  /** Returns all names, without what the actor may not see. */
  of(ctx: OrganizationContext): Promise<Names> {
    return this.#read(ctx, { tags: true, properties: true, members: true, membersFor: () => true });
  }

  /**
   * Returns the names that can complete the value of a field, or a word without a field, without what the actor may not
   * see.
   */
  thatComplete(ctx: OrganizationContext, field: string | undefined): Promise<Names> {
    const key = propertyKey(field ?? '');
    return this.#read(ctx, {
      tags: field === undefined || field === 'tag',
      properties: field === undefined || field === 'has' || !isBuiltInFilter(field),
      membersFor: (property) => field !== undefined && property.key === key,
      ...(field === 'owner' && { members: true }),
    });
  }

  async #read(
    ctx: OrganizationContext,
    wanted: {
      tags: boolean;
      properties: boolean;
      members?: boolean;
      membersFor: (property: CustomProperty) => boolean;
    },
  ): Promise<Names> {
    const [tags, properties] = await Promise.all([
      wanted.tags && canSee(ctx, 'tags') ? this.tags.names(ctx) : [],
      wanted.properties && canSee(ctx, 'custom-properties') ? this.properties.list(ctx) : [],
    ]);
    const namesUsers = properties.some((property) => property.type === 'user_relation' && wanted.membersFor(property));
    const members =
      (namesUsers || wanted.members === true) && canSee(ctx, 'members')
        ? await this.users.members(ctx, MOST_MEMBERS)
        : [];
    return { tags, properties, members };
  }
}
