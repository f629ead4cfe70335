import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-http-bearer';
import type { UserActor as Actor } from '#libs/kernel';
import { apiKeyHash } from '../api-key-token.js';
import { ApiKeyRepository } from '../api-key.repository.js';

/** Bearer tokens that are API keys. */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(private readonly apiKeys: ApiKeyRepository) {
    super();
  }

  async validate(token: string): Promise<Actor | false> {
    return (await this.apiKeys.authenticate(apiKeyHash(token))) ?? false;
  }
}
