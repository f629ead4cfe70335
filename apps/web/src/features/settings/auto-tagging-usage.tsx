import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Bar } from '../../components/bar';
import { Card } from '../../components/card';
import { ErrorPanel } from '../../components/error-panel';
import { Skeleton } from '../../components/skeleton';
import { formatNumber } from '../../lib/format';
import { byMonth } from './monthly-usage';
import { autoTaggingUsage } from './settings.queries';

/** What the organization has asked of the service, as a bar for each month: a table, so that everyone can read it. */
export function AutoTaggingUsage({ organizationId }: { organizationId: string }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(autoTaggingUsage(organizationId));
  const months = byMonth(data?.usage ?? []);
  const most = Math.max(...months.map(({ requests }) => requests), data?.maxRequestsPerMonth ?? 0);
  const limit = data?.maxRequestsPerMonth == null ? '' : formatNumber(data.maxRequestsPerMonth);
  return (
    <Card title={t`Requests per month`}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {data?.isLimitReached ? (
        <p role="status" className="text-warn">
          <Trans>This month’s {limit} requests are used up. New documents get no suggestions until next month.</Trans>
        </p>
      ) : limit === '' ? null : (
        <p className="text-muted">
          <Trans>Up to {limit} requests a month.</Trans>
        </p>
      )}
      {data && months.length === 0 ? (
        <p className="text-muted">
          <Trans>No requests in the last twelve months.</Trans>
        </p>
      ) : null}
      {months.length > 0 ? (
        <div className="overflow-x-auto">
          <table className="w-full max-w-3xl text-start">
            <caption className="sr-only">{t`Requests per month`}</caption>
            <thead>
              <tr className="text-xs text-muted">
                <th scope="col" className="p-1 text-start font-normal">
                  <Trans>Month</Trans>
                </th>
                <th scope="col" className="p-1 text-start font-normal">
                  <Trans>Requests</Trans>
                </th>
                <th scope="col" className="p-1 text-end font-normal">
                  <Trans>Failed</Trans>
                </th>
                <th scope="col" className="p-1 text-end font-normal">
                  <Trans>Tokens</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {months.map(({ month, requests, failures, tokens }) => (
                <tr key={month}>
                  <th scope="row" className="whitespace-nowrap p-1 text-start font-normal">
                    {month}
                  </th>
                  <td className="w-full p-1">
                    <div className="flex items-center gap-2">
                      <div className="min-w-20 flex-1">
                        <Bar
                          whole={most}
                          parts={[
                            { value: requests - failures, kind: 'accent' },
                            { value: failures, kind: 'warn' },
                          ]}
                        />
                      </div>
                      {formatNumber(requests)}
                    </div>
                  </td>
                  <td className="p-1 text-end">{formatNumber(failures)}</td>
                  <td className="p-1 text-end">{formatNumber(tokens)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : data || error ? null : (
        <Skeleton className="h-24" />
      )}
    </Card>
  );
}
