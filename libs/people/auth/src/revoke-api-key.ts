import { Injectable } from '@nestjs/common';
import { AuditLog } from '#ground/audit';
import { UnitOfWork } from '#ground/database';
import { ApiKeyDeleted } from './auth.audit.js';
import { ApiKeyRepository } from './api-key.repository.js';

/** Deletes a key of this user. Does nothing for keys of other users and for unknown keys. */
@Injectable()
export class RevokeApiKey {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly apiKeys: ApiKeyRepository,
    private readonly audit: AuditLog,
  ) {}

  async execute({ userId, apiKeyId }: { userId: string; apiKeyId: string }): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const deleted = await this.apiKeys.delete(tx, { id: apiKeyId, userId });
      if (!deleted) return;
      const target = { type: 'api-key', id: apiKeyId, name: deleted.name };
      for (const organizationId of [null, ...deleted.organizationIds])
        await this.audit.record(tx, { action: ApiKeyDeleted, target, organizationId, details: { userId } });
    });
  }
}
