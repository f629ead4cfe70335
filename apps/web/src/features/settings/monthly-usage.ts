import type { MonthlyUsageView } from '../../lib/api';

export interface Month {
  month: string;
  requests: number;
  failures: number;
  tokens: number;
}

/** All providers together, the earliest month first. */
export function byMonth(usage: readonly MonthlyUsageView[]): Month[] {
  const months = new Map<string, Month>();
  for (const { month, requests, failures, inputTokens, outputTokens } of usage) {
    const sum = months.get(month) ?? { month, requests: 0, failures: 0, tokens: 0 };
    sum.requests += requests;
    sum.failures += failures;
    sum.tokens += inputTokens + outputTokens;
    months.set(month, sum);
  }
  return [...months.values()].sort((a, b) => a.month.localeCompare(b.month));
}
