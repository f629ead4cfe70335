import { Controller, Get, Param } from '@nestjs/common';
import { PropertyUsage } from '#archive/metadata';
import { Access, Context, Errors } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { PropertyUsageParams } from './document-property.dto.js';
import type { PropertyUsageView } from './property-usage.view.dto.js';

@Controller('api/organizations/:organizationId/custom-properties/:propertyDefinitionId/usage')
export class PropertyUsageController {
  constructor(private readonly propertyUsage: PropertyUsage) {}

  /** How many documents have a value of a custom property, and of each of its options: what a deletion removes. */
  @Errors('custom_property_definition.not_found')
  @Get()
  @Access.permissions('documents:read', 'custom-properties:read')
  async get(
    @Param() { propertyDefinitionId }: PropertyUsageParams,
    @Context() ctx: OrganizationContext,
  ): Promise<{ usage: PropertyUsageView }> {
    return { usage: await this.propertyUsage.of(ctx, propertyDefinitionId) };
  }
}
