import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#libs/database';
import { ApiKeyRepository } from './api-key.repository.js';

/** Deletes a key of this user. Does nothing for keys of other users and for unknown keys. */
@Injectable()
export class RevokeApiKey {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly apiKeys: ApiKeyRepository,
  ) {}

  async execute({ userId, apiKeyId }: { userId: string; apiKeyId: string }): Promise<void> {
    await this.unitOfWork.run((tx) => this.apiKeys.delete(tx, { id: apiKeyId, userId }));
  }
}
