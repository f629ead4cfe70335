import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { rateOf } from '#config/rate';
import { ShareLinksConfig } from '#config/share-links';
import { AUTH_SECRET } from '#ground/settings';
import { POSTGRES_POOL } from '#ground/database';
import { Clock } from '#ground/kernel';
import { LinkAccessTokens } from '../link-access-tokens.js';
import { VisitorLimits, type Visit } from '../visitor-limits.js';
import { RateLimiter, siteOf } from '#ground/requests';

/** For how long the rest of a file can be fetched without counting as another download. */
const CONTINUES_SECONDS = 3600;
/** What is fetched of a file is counted in so many units at most: the counter is an integer of 32 bits. */
const UNITS_OF_FILE = 1_000_000;
/** The rest of a download may be a tenth longer than the file: some parts are requested again, and each is rounded up. */
const REST_PER_FILE = 1.1;
/** The hit of the download itself. */
const COUNTED = 1;

/** What visitors get for the password of a share link. */
@Injectable()
export class ShareLinkAccessTokens extends LinkAccessTokens {
  constructor(
    @Inject(AUTH_SECRET) secret: string,
    { accessTokenTtlMinutes: ttlMinutes }: ShareLinksConfig,
    clock: Clock,
  ) {
    super(secret, { keyInfo: 'document-share-link-access-token', claim: 'shareLinkId', ttlMinutes }, clock);
  }
}

/** How often visitors may use share links. */
@Injectable()
export class ShareLinkLimits extends VisitorLimits<'document' | 'file'> {
  readonly #downloads: RateLimiter;

  constructor(@Inject(POSTGRES_POOL) pool: pg.Pool, config: ShareLinksConfig) {
    super(pool, 'share-link', {
      verify: rateOf(config.passwordRateLimit),
      document: rateOf(config.documentRateLimit),
      file: rateOf(config.fileRateLimit),
    });
    this.#downloads = new RateLimiter(pool, { name: 'share-link.download', hits: 1, seconds: CONTINUES_SECONDS });
  }

  async rememberDownload(visit: Visit): Promise<void> {
    await this.#downloads.remember(visitOf(visit));
  }

  /**
   * Whether a visitor whose download was counted may have this part of the file, too. Within the hour the parts together
   * may be about as long as the file: a download that is interrupted can be continued, and not be made again.
   */
  async mayContinue(visit: Visit, { bytes, size }: { bytes: number; size: number }): Promise<boolean> {
    if (!(await this.hasDownloaded(visit))) return false;
    const unit = Math.max(1, size / UNITS_OF_FILE);
    const fetched = await this.#downloads.add(visitOf(visit), Math.ceil(bytes / unit));
    return fetched - COUNTED <= (size / unit) * REST_PER_FILE;
  }

  /** True when a download of this visitor was counted within the last hour. */
  hasDownloaded(visit: Visit): Promise<boolean> {
    return this.#downloads.knows(visitOf(visit));
  }
}

function visitOf({ linkId, address }: Visit): string {
  return `${linkId} ${siteOf(address)}`;
}
