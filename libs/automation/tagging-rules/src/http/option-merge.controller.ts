import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { PropertyOptionParams } from '#archive/properties/http';
import { Access, Context, Errors, IsId } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { RequestOptionMerge } from '#automation/tagging-rules';

export class MergeOptionBody {
  /** The option of the same property that replaces the one in the address. */
  @IsId('cpso') intoOptionId!: string;
}

@Controller('api/organizations/:organizationId/custom-properties/:propertyDefinitionId/options/:optionId/merge')
export class OptionMergeController {
  constructor(private readonly requestOptionMerge: RequestOptionMerge) {}

  /**
   * Merges an option into another one of the same property: a background task, after which all documents and tagging
   * rules with this option have the other one, and this option is deleted. If the task is cancelled, documents that were
   * changed stay changed.
   */
  @Errors(
    'custom_property_definition.not_found',
    'custom_property_select_option.unknown',
    'custom_property_select_option.merged_into_itself',
    'tasks.limit_reached',
  )
  @Post()
  @HttpCode(202)
  @Access.permissions('custom-properties:update')
  async merge(
    @Param() { propertyDefinitionId: propertyId, optionId }: PropertyOptionParams,
    @Context() ctx: OrganizationContext,
    @Body() { intoOptionId }: MergeOptionBody,
  ): Promise<{ taskId: string }> {
    return { taskId: await this.requestOptionMerge.execute(ctx, { propertyId, optionId, intoOptionId }) };
  }
}
