import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { PrefersAsync, startedTask, type StartedTask } from '#archive/batches/http';
import { BATCH_TIMEOUT_MS, filterOf } from '#archive/documents/http';
import { Batches } from '#archive/batches';
import { ChangeProperties } from '#archive/metadata';
import { Access, Context, Describe, Errors, InvalidBody, OrganizationParams } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { BatchPropertiesBody } from './batch-properties.dto.js';

/** A text of 10,000 characters, each as two escapes of JSON, takes 120 KB; a list of 1,000 ids takes 31 KB. */
const BODY_BYTES = 256 * 1024;

/** Changes the custom properties of many documents. */
@Controller('api/organizations/:organizationId/documents/batch')
export class BatchPropertiesController {
  constructor(
    private readonly batches: Batches,
    private readonly changeProperties: ChangeProperties,
  ) {}

  /**
   * Sets and removes the values of custom properties of documents. More than 1,000 documents, or more than 50,000
   * values, are changed in the background; an entry of a list and each 1,000 characters of a text count as one. When too many searches wait, nothing is changed.
   */
  @Errors(
    'documents.batch.documents_not_from_organization',
    'custom_property_definition.not_found',
    'custom_property_value.invalid',
    'custom_property_select_option.not_found',
    'custom_property_value.user_not_found',
    'custom_property_value.related_document_not_found',
    'server.too_many_requests',
    'server.busy',
    'search.unavailable',
    'tasks.limit_reached',
  )
  @Post('properties')
  @HttpCode(204)
  @Describe({ operationId: 'documentBatch.properties' })
  @RouteConfig({ timeoutMs: BATCH_TIMEOUT_MS, bodyLimit: BODY_BYTES })
  @Access.permissions('documents:update', 'custom-properties:read')
  async change(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() { filter, set = [], clear = [] }: BatchPropertiesBody,
    @PrefersAsync() prefersAsync: boolean,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StartedTask | undefined> {
    if (set.length + clear.length === 0) {
      throw InvalidBody({ details: [{ path: null, message: 'give at least one property to set or to clear' }] });
    }
    const values = set.map(({ propertyDefinitionId, value }) => ({ propertyId: propertyDefinitionId, value }));
    const request = { filter: filterOf(filter), parameters: { set: values, clear }, prefersAsync };
    const { taskId } = await this.batches.request(ctx, this.changeProperties, request);
    return taskId === undefined ? undefined : startedTask(reply, taskId, prefersAsync);
  }
}
