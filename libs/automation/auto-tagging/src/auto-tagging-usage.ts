import { Injectable, Logger } from '@nestjs/common';
import type { TaggingRequest, TaggingSuggestion } from '@archivolt/plugin-kit';
import { AutoTaggingConfig } from '#config/auto-tagging';
import type { OrganizationContext } from '#ground/kernel';
import { AutoTaggerInUse } from './auto-tagger-in-use.js';
import { AutoTaggingUsageRepository, type MonthlyUsage } from './auto-tagging-usage.repository.js';
import { numbersIn } from './suggested-tags.js';

export interface AutoTaggingUsageReport {
  usage: MonthlyUsage[];
  /** Null: no limit. */
  maxRequestsPerMonth: number | null;
  isLimitReached: boolean;
}

/** No service reports more for one document. */
const MOST_TOKENS = 1e9;

/** Calls of the auto-tagger, counted for each organization and limited if the server says so. */
@Injectable()
export class AutoTaggingUsage {
  readonly #logger = new Logger('AutoTagging');

  constructor(
    private readonly tagger: AutoTaggerInUse,
    private readonly counted: AutoTaggingUsageRepository,
    private readonly config: AutoTaggingConfig,
  ) {}

  /**
   * Counts the call, also a failed one that has sent something; a plugin that cannot start has not. Returns `undefined`
   * without a call when the limit of the month is reached.
   */
  async suggest(
    ctx: OrganizationContext,
    request: TaggingRequest,
    signal: AbortSignal,
  ): Promise<TaggingSuggestion | undefined> {
    const provider = this.tagger.provider;
    const limit = this.config.maxRequestsPerMonth;
    await this.tagger.open();
    const month = await this.counted.begin(ctx, provider, limit);
    if (month === undefined) {
      this.#logger.warn(
        `ai_credits.limit_exceeded: ${ctx.organizationId} has had its ${limit} requests of this month ` +
          `(AUTO_TAGGING_MAX_REQUESTS_PER_MONTH); ${request.documentId} gets no suggestions`,
      );
      return undefined;
    }
    try {
      const suggestion = await this.tagger.suggest(request, signal);
      await this.counted.end(ctx, { month, provider }, usedBy(suggestion.usage, 0));
      return suggestion;
    } catch (error) {
      const { usage } = error as { usage?: unknown };
      await this.counted.end(ctx, { month, provider }, usedBy(numbersIn(usage), 1));
      throw error;
    }
  }

  async report(ctx: OrganizationContext): Promise<AutoTaggingUsageReport> {
    const limit = this.config.maxRequestsPerMonth;
    const usage = await this.counted.list(ctx);
    const isLimitReached = limit > 0 && (await this.counted.requestsThisMonth(ctx)) >= limit;
    return { usage, maxRequestsPerMonth: limit === 0 ? null : limit, isLimitReached };
  }
}

/** `requests` of the plugin tells that it has sent another number than one. A call that has sent nothing is no failure. */
function usedBy(usage: Readonly<Record<string, number>> = {}, failures: number) {
  const count = (name: string, missing: number): number => {
    const value = usage[name];
    return value !== undefined && Number.isSafeInteger(value) && value >= 0 ? Math.min(value, MOST_TOKENS) : missing;
  };
  const sent = Math.min(count('requests', 1), 100);
  const used = { requests: sent - 1, failures: sent === 0 ? 0 : failures };
  return { ...used, inputTokens: count('inputTokens', 0), outputTokens: count('outputTokens', 0) };
}
