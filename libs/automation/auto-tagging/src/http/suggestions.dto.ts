import { IsIn } from 'class-validator';
import { DocumentParams } from '#archive/documents/http';
import type { AutoTaggingUsageReport, DocumentSuggestion, SuggestionKind } from '#automation/auto-tagging';
import { SUGGESTION_KINDS } from '#automation/auto-tagging';
import type { DateTime, Integer } from '#ground/http-kit';

export class SuggestionParams extends DocumentParams {
  @IsIn(SUGGESTION_KINDS) kind!: SuggestionKind;
}

export class DocumentSuggestionView {
  kind!: 'documentDate' | 'name';
  /** A name, or a date as `YYYY-MM-DD`. */
  value!: string;
  /** The id of the plugin that suggests it. */
  provider!: string;
  createdAt!: DateTime;
}

export class MonthlyUsageView {
  /** `YYYY-MM`, in UTC. */
  month!: string;
  /** The id of the plugin. */
  provider!: string;
  requests!: Integer;
  /** The number of failed calls. */
  failures!: Integer;
  inputTokens!: Integer;
  outputTokens!: Integer;
}

export class AutoTaggingUsageView {
  /** The last twelve months, the latest first; months without a request are missing. */
  usage!: MonthlyUsageView[];
  /** Null: no limit. */
  maxRequestsPerMonth!: Integer | null;
  /** True: documents get no suggestions until the next month. */
  isLimitReached!: boolean;
}

export function documentSuggestionView({
  kind,
  value,
  provider,
  createdAt,
}: DocumentSuggestion): DocumentSuggestionView {
  return { kind, value, provider, createdAt: createdAt.toISOString() };
}

export function usageView({
  usage,
  maxRequestsPerMonth,
  isLimitReached,
}: AutoTaggingUsageReport): AutoTaggingUsageView {
  return {
    usage: usage.map(({ month, provider, requests, failures, inputTokens, outputTokens }) => ({
      ...{ month, provider, requests, failures, inputTokens, outputTokens },
    })),
    maxRequestsPerMonth,
    isLimitReached,
  };
}
