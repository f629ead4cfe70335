import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { CustomPropertiesService, CustomPropertyRepository, CustomPropertyUpdateInvalid } from '#archive/properties';
import {
  Access,
  Context,
  Errors,
  IfMatch,
  OrganizationParams,
  RefuseBodyWith,
  WholeListQuery,
  WithEntityTag,
} from '#ground/http-kit';
import { Idempotency } from '#ground/requests';
import type { OrganizationContext } from '#ground/kernel';
import {
  CreateCustomPropertyBody,
  CustomPropertyOrderBody,
  CustomPropertyParams,
  PropertyOfRoleBody,
  PropertyRoleParams,
  UpdateCustomPropertyBody,
} from './custom-property.dto.js';
import { customPropertyView, type CustomPropertyView } from './custom-property.view.dto.js';

/** 500 options with names of 255 characters take 600 KB. */
const BODY_BYTES = 1024 * 1024;

@Controller('api/organizations/:organizationId/custom-properties')
export class CustomPropertiesController {
  constructor(
    private readonly service: CustomPropertiesService,
    private readonly properties: CustomPropertyRepository,
    private readonly idempotency: Idempotency,
  ) {}

  /** Creates a custom property. */
  @Errors('custom_property_definition.already_exists', 'custom_property_definition.organization_limit_reached')
  @Post()
  @HttpCode(200)
  @RouteConfig({ bodyLimit: BODY_BYTES })
  @Access.permissions('custom-properties:create')
  async create(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() body: CreateCustomPropertyBody,
    @Req() request: FastifyRequest,
  ): Promise<{ propertyDefinition: CustomPropertyView }> {
    return this.idempotency.once(
      request,
      body,
      (tx) => this.service.create(tx, ctx, body),
      (property) => ({ propertyDefinition: customPropertyView(property) }),
    );
  }

  /** The custom properties of the organization by `displayOrder`, then oldest first. */
  @Get()
  @Access.permissions('custom-properties:read')
  async list(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Query() page: WholeListQuery,
  ): Promise<{ propertyDefinitions: CustomPropertyView[] }> {
    return { propertyDefinitions: (await this.properties.list(ctx, page)).map(customPropertyView) };
  }

  /** One custom property with its options. */
  @Errors('custom_property_definition.not_found')
  @Get(':propertyDefinitionId')
  @WithEntityTag('definition')
  @Access.permissions('custom-properties:read')
  async get(
    @Param() { propertyDefinitionId }: CustomPropertyParams,
    @Context() ctx: OrganizationContext,
  ): Promise<{ definition: CustomPropertyView }> {
    return { definition: customPropertyView(await this.service.get(ctx, propertyDefinitionId)) };
  }

  /** Puts custom properties into this order; those that are not named follow as they were. Returns all of them. */
  @Errors('custom_property_definition.not_found')
  @Put('order')
  @RouteConfig({ bodyLimit: BODY_BYTES })
  @Access.permissions('custom-properties:update')
  async reorder(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() { propertyDefinitionIds }: CustomPropertyOrderBody,
  ): Promise<{ propertyDefinitions: CustomPropertyView[] }> {
    return { propertyDefinitions: (await this.service.reorder(ctx, propertyDefinitionIds)).map(customPropertyView) };
  }

  /**
   * The custom property of a role. An organization that has none gets it: a property of the type of the role, with this
   * name or that of the role, becomes it, or a new one is made. It can be renamed, hidden and deleted as any other.
   */
  @Put('by-role/:role')
  @Access.permissions('custom-properties:create')
  async ofRole(
    @Param() { role }: PropertyRoleParams,
    @Context() ctx: OrganizationContext,
    @Body() { name }: PropertyOfRoleBody,
  ): Promise<{ propertyDefinition: CustomPropertyView }> {
    return { propertyDefinition: customPropertyView(await this.service.ensureRole(ctx, role, name)) };
  }

  /** Changes a custom property; missing fields stay as they are. */
  @Errors(
    'custom_property_definition.not_found',
    'custom_property_definition.already_exists',
    'custom_property_definition.organization_limit_reached',
    'custom_property_definition.invalid_update',
    'custom_property_select_option.unknown_id',
  )
  @Put(':propertyDefinitionId')
  @WithEntityTag('propertyDefinition')
  @RouteConfig({ bodyLimit: BODY_BYTES })
  @RefuseBodyWith(CustomPropertyUpdateInvalid)
  @Access.permissions('custom-properties:update')
  async update(
    @Param() { propertyDefinitionId }: CustomPropertyParams,
    @Context() ctx: OrganizationContext,
    @Body() { name, description, displayOrder, hidden, options }: UpdateCustomPropertyBody,
    @IfMatch() ifMatch: string[] | undefined,
  ): Promise<{ propertyDefinition: CustomPropertyView }> {
    const changes = { name, description, displayOrder, hidden, options };
    const property = await this.service.update(ctx, propertyDefinitionId, changes, ifMatch);
    return { propertyDefinition: customPropertyView(property) };
  }

  /** Deletes a custom property with its options and the values of all documents. */
  @Errors('custom_property_definition.not_found')
  @Delete(':propertyDefinitionId')
  @HttpCode(204)
  @Access.permissions('custom-properties:delete')
  async delete(
    @Param() { propertyDefinitionId }: CustomPropertyParams,
    @Context() ctx: OrganizationContext,
  ): Promise<void> {
    await this.service.delete(ctx, propertyDefinitionId);
  }
}
