import { Injectable } from '@nestjs/common';
import { CustomPropertyRepository, type CustomProperty } from '#archive/properties';
import { DocumentsService } from '#archive/documents';
import type { OrganizationContext } from '#ground/kernel';
import { canSee } from '#people/organizations';
import { TagRepository } from '#archive/tags';
import { CountMatches } from './count-matches.js';

/** How many of the documents that a query finds have each tag, type, year and value. At most 20 of each kind. */
export interface Facets {
  tags: { tagId: string; name: string; count: number }[];
  types: { type: string; count: number }[];
  years: { year: number | null; count: number }[];
  properties: PropertyFacet[];
}

export interface PropertyFacet {
  propertyDefinitionId: string;
  key: string;
  name: string;
  values: { label: string; optionId?: string; count: number }[];
}

const MOST_PROPERTIES = 20;

@Injectable()
export class DocumentFacets {
  constructor(
    private readonly documents: DocumentsService,
    private readonly counting: CountMatches,
    private readonly tags: TagRepository,
    private readonly properties: CustomPropertyRepository,
  ) {}

  /** Parts that the actor may not see are empty. */
  async of(ctx: OrganizationContext, searchQuery: string, signal: AbortSignal): Promise<Facets> {
    const [groups, tags, properties] = await Promise.all([
      this.#count(ctx, searchQuery, signal),
      canSee(ctx, 'tags') ? this.tags.names(ctx) : [],
      canSee(ctx, 'custom-properties') ? this.properties.list(ctx) : [],
    ]);
    const ofProperty = Map.groupBy(groups.properties, ({ propertyId }) => propertyId);
    const names = new Map(tags.map(({ id, name }) => [id, name]));
    return {
      // Without a name: deleted a moment ago, or not to be seen.
      tags: groups.tags.flatMap(({ tagId, count }) => {
        const name = names.get(tagId);
        return name === undefined ? [] : [{ tagId, name, count }];
      }),
      types: groups.mimeTypes.map(({ mimeType, count }) => ({ type: mimeType, count })),
      years: groups.years,
      properties: properties
        .flatMap((property) => facetOf(property, ofProperty.get(property.id) ?? []))
        .slice(0, MOST_PROPERTIES),
    };
  }

  async #count(ctx: OrganizationContext, searchQuery: string, signal: AbortSignal) {
    const groups = await this.documents.countGroups(ctx, searchQuery, signal);
    return groups ?? this.counting.count(ctx, searchQuery, signal);
  }
}

function facetOf(
  { id, key, name, options }: CustomProperty,
  groups: readonly { optionId?: string; boolean?: boolean; count: number }[],
): PropertyFacet[] {
  const labels = new Map(options.map((option) => [option.id, option.name]));
  const values = groups.flatMap(({ optionId, boolean, count }) => {
    if (optionId === undefined) return [{ label: String(boolean), count }];
    const label = labels.get(optionId);
    return label === undefined ? [] : [{ label, optionId, count }];
  });
  return values.length === 0 ? [] : [{ propertyDefinitionId: id, key, name, values }];
}
