import { Injectable } from '@nestjs/common';
import { AuthConfig } from '#config/auth';
import { AuditLog } from '#ground/audit';
import { UnitOfWork, type Transaction } from '#ground/database';
import type { Permission } from '#ground/http-kit';
import { Clock, createId } from '#ground/kernel';
import { ApiKey } from './api-key.entity.js';
import { ApiKeyCreated } from './auth.audit.js';
import { apiKeyHash, apiKeyPrefix, createApiKeyToken } from './api-key-token.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { ApiKeyLimitReached, ExpiryNotInFuture, NotInOrganization } from './auth.errors.js';

export interface NewApiKey {
  userId: string;
  name: string;
  permissions: readonly Permission[];
  /** Without it, the key never expires. */
  expiresAt?: Date | undefined;
  /** Without them, the key is valid for all organizations of its user. */
  organizationIds?: readonly string[] | undefined;
}

export interface CreatedApiKey {
  apiKey: ApiKey;
  token: string;
}

@Injectable()
export class CreateApiKey {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly apiKeys: ApiKeyRepository,
    private readonly audit: AuditLog,
    private readonly config: AuthConfig,
    private readonly clock: Clock,
  ) {}

  execute(wanted: NewApiKey): Promise<CreatedApiKey> {
    return this.unitOfWork.run((tx) => this.executeIn(tx, wanted));
  }

  /** The token is shown only once: only its hash is stored. */
  async executeIn(
    tx: Transaction,
    { userId, name, permissions, expiresAt, organizationIds }: NewApiKey,
  ): Promise<CreatedApiKey> {
    await this.apiKeys.lockLimit(tx, userId);
    if ((await this.apiKeys.count(tx, userId)) >= this.config.maxApiKeys) throw ApiKeyLimitReached();
    const token = createApiKeyToken();
    const bound = organizationIds && [...new Set(organizationIds)];
    if (expiresAt && !(await this.apiKeys.isFuture(tx, expiresAt))) throw ExpiryNotInFuture();
    if (bound) {
      const reachable = await this.apiKeys.reachableOrganizations(tx, userId, bound);
      if (reachable.length < bound.length) throw NotInOrganization();
    }
    const now = this.clock.now();
    const apiKey = tx.em.create(ApiKey, {
      id: createId('ak'),
      createdAt: now,
      updatedAt: now,
      name,
      prefix: apiKeyPrefix(token),
      keyHash: apiKeyHash(token),
      userId,
      permissions: [...new Set(permissions)],
      allOrganizations: bound === undefined,
      lastUsedAt: null,
      expiresAt: expiresAt ?? null,
    });
    await tx.em.flush();
    if (bound) await this.apiKeys.bindToOrganizations(tx, apiKey.id, bound);
    const entry = { action: ApiKeyCreated, target: { type: 'api-key', id: apiKey.id, name } };
    const details = {
      userId,
      prefix: apiKey.prefix,
      permissions: apiKey.permissions,
      expiresAt: expiresAt?.toISOString() ?? null,
    };
    for (const organizationId of [null, ...(bound ?? [])])
      await this.audit.record(tx, { ...entry, details, organizationId });
    return { apiKey, token };
  }
}
