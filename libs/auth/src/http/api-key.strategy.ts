import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-http-bearer';
import { apiKeyHash } from '../api-key-token.js';
import { ApiKeyRepository, type KeyCaller } from '../api-key.repository.js';

/** What the strategy gets to see of a request. */
export interface BearerRequest {
  headers: { authorization: string };
  /** The organization whose role is read with the key. */
  organizationId: string | undefined;
}

/** Bearer tokens that are API keys. */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(private readonly apiKeys: ApiKeyRepository) {
    super({ passReqToCallback: true });
  }

  async validate({ organizationId }: BearerRequest, token: string): Promise<KeyCaller | false> {
    return (await this.apiKeys.authenticate(apiKeyHash(token), organizationId)) ?? false;
  }
}
