import { IsInt, Max, Min } from 'class-validator';
import { MAX_USAGE_DAYS } from '#ground/history';
import { NumberFromQuery } from '#ground/http-kit';

export class UsageHistoryQuery {
  /** How many days, 1 to 365; the last one is today. */
  @NumberFromQuery() @IsInt() @Min(1) @Max(MAX_USAGE_DAYS) days: number = 30;
}
