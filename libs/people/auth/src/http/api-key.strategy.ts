import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-http-bearer';
import type { RequestContext } from '#ground/http-kit';
import { apiKeyHash } from '../api-key-token.js';
import { ApiKeyRepository, type KeyCaller } from '../api-key.repository.js';

/** What the strategy gets to see of a request. */
export interface BearerRequest {
  headers: { authorization: string };
  /** The organization whose role is read with the key. */
  organizationId: string | undefined;
}

/** The caller, and what is known of the organization whose role was read. */
export interface CallerOfRequest extends Pick<KeyCaller, 'actor' | 'keyName'> {
  membership: RequestContext['membership'];
}

/** Bearer tokens that are API keys. */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(private readonly apiKeys: ApiKeyRepository) {
    super({ passReqToCallback: true });
  }

  async validate({ organizationId }: BearerRequest, token: string): Promise<CallerOfRequest | false> {
    const caller = await this.apiKeys.authenticate(apiKeyHash(token), organizationId);
    if (!caller) return false;
    const { actor, keyName, role } = caller;
    return { actor, keyName, membership: organizationId === undefined ? undefined : { organizationId, role } };
  }
}
