import { IsString, MaxLength } from 'class-validator';
import { DocumentParams } from '#archive/documents/http';
import type { AutoTaggingUsageReport, SuggestionsOfDocument } from '#automation/auto-tagging';
import type { DateTime, Integer } from '#ground/http-kit';

export class SuggestionParams extends DocumentParams {
  /** `documentDate` or `name`, or the id of a suggested tag or option, or of the property of a suggested value. */
  @IsString() @MaxLength(100) kind!: string;
}

export class DocumentSuggestionView {
  kind!: 'documentDate' | 'name' | 'option' | 'property' | 'tag';
  /** A name, a date as `YYYY-MM-DD`, the name of a tag or an option, `true` or `false`; several options with `, `. */
  value!: string;
  /** The id of the plugin that suggests it; `learned` for tags and options. */
  provider!: string;
  /** Of the tag, the option or the property: what the routes that accept and dismiss take as `kind`. Null for a date and a name. */
  labelId!: string | null;
  /** The name of the property that the option or the value is of. */
  propertyName!: string | null;
  /** The type of the property of a value; null for other kinds. */
  valueType!: 'boolean' | 'date' | 'multi_select' | 'number' | 'select' | 'text' | null;
  /** Names of options in the value that do not exist yet: they are created when it is accepted. */
  newOptions!: string[];
  /** The words that decided, as they are written in the document; only of what was learned. */
  words!: string[];
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

export function documentSuggestionViews({
  details,
  properties,
  labels,
}: SuggestionsOfDocument): DocumentSuggestionView[] {
  return [
    ...details.map(({ createdAt, ...detail }) => ({
      ...{ kind: detail.kind, value: detail.value, provider: detail.provider },
      ...{ labelId: null, propertyName: null, words: [], createdAt: createdAt.toISOString() },
      ...{ valueType: null, newOptions: [] },
    })),
    ...properties.map(({ propertyId, propertyName, type, value, newOptions, provider, createdAt }) => ({
      ...{ kind: 'property' as const, value: [value].flat().join(', '), provider, labelId: propertyId, propertyName },
      ...{ valueType: type, newOptions, words: [], createdAt: createdAt.toISOString() },
    })),
    ...labels.map(({ labelId, name, propertyId, propertyName, words, createdAt }) => ({
      kind: propertyId === null ? ('tag' as const) : ('option' as const),
      ...{ value: name, provider: 'learned', labelId, propertyName, words, createdAt: createdAt.toISOString() },
      ...{ valueType: null, newOptions: [] },
    })),
  ];
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
