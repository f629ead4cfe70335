import type { DateTime, Integer } from '#ground/http-kit';
import type { TagRow } from '#archive/tags';

export class TagView {
  id!: string;
  createdAt!: DateTime;
  updatedAt!: DateTime;
  organizationId!: string;
  name!: string;
  /** The name in lower case. */
  normalizedName!: string;
  color!: string;
  description!: string | null;
  /** The tag above it; missing when there is none. */
  parentId?: string;
}

export class ListedTagView extends TagView {
  /** Active documents that have the tag. */
  documentsCount!: Integer;
}

export function tagView(tag: TagRow): TagView {
  return {
    id: tag.id,
    createdAt: tag.createdAt.toISOString(),
    updatedAt: tag.updatedAt.toISOString(),
    organizationId: tag.organizationId,
    name: tag.name,
    normalizedName: tag.normalizedName,
    color: tag.color,
    description: tag.description ?? null,
    ...(tag.parentId == null ? {} : { parentId: tag.parentId }),
  };
}
