import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PropertyOptions } from '#archive/properties';
import { Access, Context, Errors, WholeListQuery } from '#ground/http-kit';
import { Idempotency } from '#ground/requests';
import type { OrganizationContext } from '#ground/kernel';
import { CustomPropertyParams, NewOptionBody, PropertyOptionParams } from './custom-property.dto.js';
import { optionView, type CountedOptionView, type CustomPropertyOptionView } from './custom-property.view.dto.js';

@Controller('api/organizations/:organizationId/custom-properties/:propertyDefinitionId/options')
export class PropertyOptionsController {
  constructor(
    private readonly options: PropertyOptions,
    private readonly idempotency: Idempotency,
  ) {}

  /** The options of a custom property in their order, with the number of their active documents. */
  @Errors('custom_property_definition.not_found')
  @Get()
  @Access.permissions('documents:read', 'custom-properties:read')
  async list(
    @Param() { propertyDefinitionId }: CustomPropertyParams,
    @Context() ctx: OrganizationContext,
    @Query() page: WholeListQuery,
  ): Promise<{ options: CountedOptionView[] }> {
    const options = await this.options.list(ctx, propertyDefinitionId, page);
    return { options: options.map((option) => ({ ...optionView(option), documentsCount: option.documentsCount })) };
  }

  /**
   * Adds an option to a property of the type `select` or `multi_select`. Names that differ only in case, spaces,
   * punctuation or the form of Unicode are the same; the message of the error names the option that exists.
   */
  @Errors(
    'custom_property_definition.not_found',
    'custom_property_definition.invalid_update',
    'custom_property_definition.organization_limit_reached',
    'custom_property_select_option.already_exists',
  )
  @Post()
  @HttpCode(200)
  @Access.permissions('custom-properties:update')
  async create(
    @Param() { propertyDefinitionId }: CustomPropertyParams,
    @Context() ctx: OrganizationContext,
    @Body() body: NewOptionBody,
    @Req() request: FastifyRequest,
  ): Promise<{ option: CustomPropertyOptionView }> {
    return this.idempotency.once(
      request,
      body,
      (tx) => this.options.create(tx, ctx, propertyDefinitionId, body.name),
      (option) => ({ option: optionView(option) }),
    );
  }

  /** Renames an option; documents that have it show the new name. */
  @Errors(
    'custom_property_definition.not_found',
    'custom_property_definition.invalid_update',
    'custom_property_select_option.unknown',
    'custom_property_select_option.already_exists',
  )
  @Put(':optionId')
  @Access.permissions('custom-properties:update')
  async rename(
    @Param() { propertyDefinitionId, optionId }: PropertyOptionParams,
    @Context() ctx: OrganizationContext,
    @Body() { name }: NewOptionBody,
  ): Promise<{ option: CustomPropertyOptionView }> {
    return { option: optionView(await this.options.rename(ctx, propertyDefinitionId, optionId, name)) };
  }

  /** Deletes an option, and the values of documents that are this option. */
  @Errors(
    'custom_property_definition.not_found',
    'custom_property_definition.invalid_update',
    'custom_property_select_option.unknown',
  )
  @Delete(':optionId')
  @HttpCode(204)
  @Access.permissions('custom-properties:update')
  async delete(
    @Param() { propertyDefinitionId, optionId }: PropertyOptionParams,
    @Context() ctx: OrganizationContext,
  ): Promise<void> {
    await this.options.delete(ctx, propertyDefinitionId, optionId);
  }
}
