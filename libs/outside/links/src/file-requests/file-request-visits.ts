import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { FileRequestsConfig } from '#config/file-requests';
import { rateOf } from '#config/rate';
import { AUTH_SECRET } from '#ground/settings';
import { POSTGRES_POOL } from '#ground/database';
import { Clock, type LimitState } from '#ground/kernel';
import { OrganizationRepository } from '#people/organizations';
import { LinkAccessTokens } from '../link-access-tokens.js';
import { LinkPasswords } from '../link-passwords.js';
import { VisitorLimits } from '../visitor-limits.js';
import { siteOf } from '#ground/requests';
import { FileRequestRepository, type FoundFileRequest } from './file-request.repository.js';
import {
  FileRequestGone,
  FileRequestHasNoPassword,
  FileRequestNotFound,
  FileRequestPasswordRequired,
  FileRequestPasswordWrong,
} from './file-requests.errors.js';

/** The visitor who opens a request, with the credentials that they send. */
export interface Visitor {
  /** The client address, as the proxies that are trusted name it. */
  address: string;
  accessToken: string | undefined;
  /** Gets what the visitor has left of a limit. */
  announce: (limit: LimitState) => void;
}

/** A request that takes files now. */
export type OpenFileRequest = FoundFileRequest & { organizationName: string };

/** Decides whether a visitor may open a request. The order of its checks is part of the API. */
@Injectable()
export class FileRequestVisits {
  readonly #limits: VisitorLimits<'open' | 'upload'>;
  readonly #accessTokens: LinkAccessTokens;

  constructor(
    private readonly requests: FileRequestRepository,
    private readonly organizations: OrganizationRepository,
    private readonly passwords: LinkPasswords,
    config: FileRequestsConfig,
    @Inject(POSTGRES_POOL) pool: pg.Pool,
    @Inject(AUTH_SECRET) secret: string,
    clock: Clock,
  ) {
    this.#limits = new VisitorLimits(pool, 'file-request', {
      verify: rateOf(config.passwordVerificationRate),
      open: rateOf(config.accessRate),
      upload: rateOf(config.uploadRate),
    });
    this.#accessTokens = new LinkAccessTokens(
      secret,
      { keyInfo: 'file-request-access-token', claim: 'fileRequestId', ttlMinutes: config.accessTokenTtlMinutes },
      clock,
    );
  }

  /** Throws unless the visitor may see the request, or send a file to it. */
  async enter(action: 'open' | 'upload', token: string, visitor: Visitor): Promise<OpenFileRequest> {
    const { request } = await this.#find(action, token, visitor);
    const { id: linkId, passwordHash } = request;
    if (passwordHash === null) return request;
    const { accessToken } = visitor;
    if (accessToken === undefined || !(await this.#accessTokens.isValid(accessToken, { linkId, passwordHash })))
      throw FileRequestPasswordRequired();
    return request;
  }

  /** Returns what the visitor sends from now on instead of the password. */
  async verify(token: string, password: string, visitor: Visitor, signal: AbortSignal): Promise<string> {
    const { request, left } = await this.#find('verify', token, visitor);
    const { id: linkId, passwordHash } = request;
    if (passwordHash === null) throw FileRequestHasNoPassword();
    const { address } = visitor;
    const by = siteOf(address);
    const isRight = await this.#limits.tryPassword({ linkId, address, passwordHash }, () =>
      this.passwords.matches(password, passwordHash, { by, signal }),
    );
    if (!isRight) throw FileRequestPasswordWrong({ message: `The password is wrong. ${attemptsLeft(left)}` });
    return this.#accessTokens.issue({ linkId, passwordHash });
  }

  async #find(
    action: 'open' | 'upload' | 'verify',
    token: string,
    { address, announce }: Visitor,
  ): Promise<{ request: OpenFileRequest; left: number }> {
    const found = await this.requests.findByToken(token);
    if (!found) {
      announce(await this.#limits.miss(address));
      throw FileRequestNotFound();
    }
    const limit = await this.#limits.hit(action, { linkId: found.id, address });
    announce(limit);
    const organization = (await this.organizations.findLive([found.organizationId])).get(found.organizationId);
    if (!organization || !found.isEnabled || found.isExpired) throw FileRequestGone();
    return { request: { ...found, organizationName: organization.name }, left: limit.left };
  }
}

function attemptsLeft(left: number): string {
  if (left === 0) return 'No attempts are left for now; try again later.';
  return left === 1 ? '1 attempt is left.' : `${left} attempts are left.`;
}
