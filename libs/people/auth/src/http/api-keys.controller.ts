import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Access, CurrentActor, Errors, WholeListQuery, type RequestContext } from '#ground/http-kit';
import type { UserActor as Actor } from '#ground/kernel';
import { Idempotency } from '#ground/requests';
import type { ApiKey } from '../api-key.entity.js';
import { ApiKeyRepository } from '../api-key.repository.js';
import { NotAnApiKey } from '../auth.errors.js';
import { CreateApiKey } from '../create-api-key.js';
import { RevokeApiKey } from '../revoke-api-key.js';
import {
  type ApiKeysResponse,
  type CreatedApiKeyResponse,
  type CurrentApiKeyResponse,
  apiKeyView,
  createdApiKeyView,
  currentApiKeyView,
} from './api-key.view.dto.js';
import { ApiKeyParams, boundOrganizations, CreateApiKeyBody } from './api-keys.dto.js';

@Controller('api/api-keys')
export class ApiKeysController {
  constructor(
    private readonly apiKeys: ApiKeyRepository,
    private readonly createApiKey: CreateApiKey,
    private readonly revokeApiKey: RevokeApiKey,
    private readonly idempotency: Idempotency,
  ) {}

  /** Makes a key; its token is in this response only. */
  @Errors('api_keys.limit_reached')
  @Post()
  @HttpCode(200)
  @Access.session()
  async create(
    @CurrentActor() { userId }: Actor,
    @Body() body: CreateApiKeyBody,
    @Req() request: FastifyRequest,
  ): Promise<CreatedApiKeyResponse> {
    const { name, permissions, expiresAt } = body;
    const organizationIds = boundOrganizations(body);
    const wanted = { userId, name, permissions, expiresAt: expiresAt ?? undefined, organizationIds };
    return this.idempotency.once(
      request,
      body,
      (tx) => this.createApiKey.executeIn(tx, wanted),
      ({ apiKey, token }: { apiKey: ApiKey; token: string }) => ({ apiKey: createdApiKeyView(apiKey), token }),
      { holdsSecret: true },
    );
  }

  /** The keys of the signed-in user, newest first. */
  @Get()
  @Access.session()
  async list(@CurrentActor() { userId }: Actor, @Query() page: WholeListQuery): Promise<ApiKeysResponse> {
    return { apiKeys: (await this.apiKeys.ofUser(userId, page)).map(apiKeyView) };
  }

  /** The key that this request is sent with. */
  @Get('current')
  @Access.key()
  current(@CurrentActor() actor: Actor, @Req() { keyName }: RequestContext): CurrentApiKeyResponse {
    if (actor.via !== 'api-key' || keyName === undefined) throw NotAnApiKey();
    return { apiKey: currentApiKeyView({ id: actor.apiKeyId, name: keyName, permissions: actor.permissions }) };
  }

  /** Ends a key; also when there is none. */
  @Delete(':apiKeyId')
  @HttpCode(204)
  @Access.session()
  async revoke(@CurrentActor() { userId }: Actor, @Param() { apiKeyId }: ApiKeyParams): Promise<void> {
    await this.revokeApiKey.execute({ userId, apiKeyId });
  }
}
