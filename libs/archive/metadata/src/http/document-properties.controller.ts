import { Body, Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { DocumentParams } from '#archive/documents/http';
import { DocumentProperties } from '#archive/metadata';
import { Access, Context, Errors } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { DocumentPropertyParams, SetPropertyBody } from './document-property.dto.js';
import { setPropertyView, type SetPropertyView } from './document-property.view.dto.js';

/** A text of 10,000 characters, each as two escapes of JSON, takes 120 KB. */
const BODY_BYTES = 128 * 1024;

@Controller('api/organizations/:organizationId/documents/:documentId/custom-properties')
export class DocumentPropertiesController {
  constructor(private readonly documentProperties: DocumentProperties) {}

  /** The custom properties that have a value on the document. */
  @Errors('document.not_found')
  @Get()
  @Access.permissions('documents:read', 'custom-properties:read')
  async list(
    @Param() { documentId }: DocumentParams,
    @Context() ctx: OrganizationContext,
  ): Promise<{ customProperties: SetPropertyView[] }> {
    return { customProperties: (await this.documentProperties.list(ctx, documentId)).flatMap(setPropertyView) };
  }

  /** Sets the value of a custom property. The `updatedAt` of the document stays the same. */
  @Errors(
    'document.not_found',
    'custom_property_definition.not_found',
    'custom_property_value.invalid',
    'custom_property_select_option.not_found',
    'custom_property_value.user_not_found',
    'custom_property_value.related_document_not_found',
  )
  @Put(':propertyDefinitionId')
  @HttpCode(204)
  @RouteConfig({ bodyLimit: BODY_BYTES })
  @Access.permissions('documents:update', 'custom-properties:read')
  async set(
    @Param() { documentId, propertyDefinitionId }: DocumentPropertyParams,
    @Context() ctx: OrganizationContext,
    @Body() { value }: SetPropertyBody,
  ): Promise<void> {
    await this.documentProperties.set(ctx, documentId, propertyDefinitionId, value);
  }

  /** Removes the value of a custom property; nothing happens when there is none. */
  @Errors('document.not_found', 'custom_property_definition.not_found')
  @Delete(':propertyDefinitionId')
  @HttpCode(204)
  @Access.permissions('documents:update', 'custom-properties:read')
  async clear(
    @Param() { documentId, propertyDefinitionId }: DocumentPropertyParams,
    @Context() ctx: OrganizationContext,
  ): Promise<void> {
    await this.documentProperties.clear(ctx, documentId, propertyDefinitionId);
  }
}
