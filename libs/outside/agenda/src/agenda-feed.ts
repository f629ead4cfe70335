import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { basePath, baseUrl, ServerConfig } from '#config/server';
import { POSTGRES_POOL, UnitOfWork } from '#ground/database';
import { Clock, systemContext, userIdOf, type LimitState, type OrganizationContext } from '#ground/kernel';
import { RateLimiter, siteOf } from '#ground/requests';
import { MailLinks } from '#capabilities/mail';
import { NotInOrganization } from '#people/organizations';
import { AgendaFeedNotFound } from './agenda.errors.js';
import { AgendaFeedRepository } from './agenda-feed.repository.js';
import { Agenda } from './agenda.js';
import { calendarOf } from './calendar.js';
import { addDays } from './day.js';

/** The form of a secret: 256 bits as hexadecimal digits, which calendars neither change nor break. */
export const FEED_SECRET = /^[0-9a-f]{64}$/;

const HOUR = 3_600;
/** Programs ask a few times in an hour, and one member may use several. */
const READS_PER_HOUR = 120;
const MISSES_PER_HOUR = 60;

const PAST_DAYS = 31;
const FUTURE_DAYS = 400;
const MOST_ENTRIES = 1_000;

/** A request of a calendar program, without an account. */
export interface FeedRequest {
  secret: string;
  /** The client address, as the proxies that are trusted name it. */
  address: string;
  /** Gets what is left of a limit. */
  announce: (limit: LimitState) => void;
}

/** The agenda as a calendar to which programs subscribe: at a secret address for each member and organization. */
@Injectable()
export class AgendaFeed {
  readonly #reads: RateLimiter;
  readonly #misses: RateLimiter;

  constructor(
    @Inject(POSTGRES_POOL) pool: pg.Pool,
    private readonly unitOfWork: UnitOfWork,
    private readonly feeds: AgendaFeedRepository,
    private readonly agenda: Agenda,
    private readonly clock: Clock,
    private readonly server: ServerConfig,
    private readonly links: MailLinks,
  ) {
    const limit = { seconds: HOUR, remembersRefusals: true };
    this.#reads = new RateLimiter(pool, { name: 'agenda-feed.read', hits: READS_PER_HOUR, ...limit });
    this.#misses = new RateLimiter(pool, { name: 'agenda-feed.miss', hits: MISSES_PER_HOUR, ...limit });
  }

  /** When the feed of the caller was made; undefined when there is none. */
  async createdAt(ctx: OrganizationContext): Promise<Date | undefined> {
    return this.feeds.createdAt(ctx, userIdOf(ctx) ?? '');
  }

  /** Makes the feed of the caller; an earlier address ends. Only this answer has the address. */
  async create(ctx: OrganizationContext): Promise<{ url: string; createdAt: Date }> {
    const secret = randomBytes(32).toString('hex');
    const createdAt = this.clock.now();
    const userId = userIdOf(ctx) ?? '';
    const feed = { userId, secretHash: hashOf(secret), createdAt };
    if (!(await this.unitOfWork.run((tx) => this.feeds.save(tx, ctx, feed)))) throw NotInOrganization();
    const url = new URL(`${basePath(this.server)}/api/agenda/${secret}.ics`, baseUrl(this.server));
    return { url: url.href, createdAt };
  }

  /** Ends the address of the caller. */
  async revoke(ctx: OrganizationContext): Promise<void> {
    await this.unitOfWork.run((tx) => this.feeds.delete(tx, ctx, userIdOf(ctx) ?? ''));
  }

  /** The calendar, as text of RFC 5545: at most 1,000 entries of the last 31 and the next 400 days that are not done. */
  async read({ secret, address, announce }: FeedRequest): Promise<{ text: string; tag: string }> {
    const secretHash = hashOf(secret);
    const feed = FEED_SECRET.test(secret) ? await this.feeds.find(secretHash) : undefined;
    if (!feed) {
      announce(await this.#misses.hit(siteOf(address)));
      throw AgendaFeedNotFound();
    }
    announce(await this.#reads.hit(secretHash));
    const { organizationId, organizationName } = feed;
    const today = this.agenda.today();
    const period = { from: addDays(today, -PAST_DAYS), to: addDays(today, FUTURE_DAYS), limit: MOST_ENTRIES };
    const { entries } = await this.agenda.list(systemContext(organizationId, 'agenda'), period);
    const text = calendarOf(entries, {
      name: organizationName,
      host: new URL(baseUrl(this.server)).hostname,
      urlOf: (documentId) => this.links.page('organizations', organizationId, 'documents', documentId).url,
    });
    return { text, tag: createHash('sha256').update(text).digest('base64url') };
  }
}

/** Without a salt: a secret is random enough, and feeds are looked up by this hash. */
function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
