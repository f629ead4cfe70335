import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#libs/database';
import type { Permission } from '#libs/http-kit';
import type { KeepAnswer } from '#libs/idempotency';
import { createId } from '#libs/kernel';
import { ApiKey } from './api-key.entity.js';
import { apiKeyHash, apiKeyPrefix, createApiKeyToken } from './api-key-token.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { ExpiryNotInFuture, NotInOrganization } from './auth.errors.js';

export interface NewApiKey {
  userId: string;
  name: string;
  permissions: readonly Permission[];
  /** Without it, the key never expires. */
  expiresAt?: Date | undefined;
  /** Without them, the key is valid for all organizations of its user. */
  organizationIds?: readonly string[] | undefined;
}

@Injectable()
export class CreateApiKey {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly apiKeys: ApiKeyRepository,
  ) {}

  /** The token can be shown only now: only its hash is stored. */
  async execute(
    { userId, name, permissions, expiresAt, organizationIds }: NewApiKey,
    keepAnswer?: KeepAnswer<{ apiKey: ApiKey; token: string }>,
  ): Promise<{ apiKey: ApiKey; token: string }> {
    const token = createApiKeyToken();
    const bound = organizationIds && [...new Set(organizationIds)];
    const apiKey = await this.unitOfWork.run(async (tx) => {
      if (expiresAt && !(await this.apiKeys.isFuture(tx, expiresAt))) throw ExpiryNotInFuture();
      if (bound) {
        const reachable = await this.apiKeys.reachableOrganizations(tx, userId, bound);
        if (reachable.length < bound.length) throw NotInOrganization();
      }
      const now = new Date();
      const created = tx.em.create(ApiKey, {
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
      if (bound) await this.apiKeys.bindToOrganizations(tx, created.id, bound);
      await keepAnswer?.(tx, { apiKey: created, token });
      return created;
    });
    return { apiKey, token };
  }
}
