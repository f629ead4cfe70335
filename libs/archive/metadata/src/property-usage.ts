import { Injectable } from '@nestjs/common';
import { CustomPropertiesService, offersOptions } from '#archive/properties';
import type { OrganizationContext } from '#ground/kernel';
import { DocumentPropertyRepository } from './document-property.repository.js';

export interface UsedProperty {
  documentsCount: number;
  options: { optionId: string; documentsCount: number }[];
}

/** Counts the values of a custom property. */
@Injectable()
export class PropertyUsage {
  constructor(
    private readonly values: DocumentPropertyRepository,
    private readonly properties: CustomPropertiesService,
  ) {}

  async of(ctx: OrganizationContext, propertyId: string): Promise<UsedProperty> {
    const { type } = await this.properties.get(ctx, propertyId);
    const [documentsCount, options] = await Promise.all([
      this.values.countDocuments(propertyId),
      offersOptions(type) ? this.values.countOptions(propertyId) : [],
    ]);
    return { documentsCount, options };
  }
}
