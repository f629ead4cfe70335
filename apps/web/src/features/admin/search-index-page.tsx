import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../components/badge';
import { Bar } from '../../components/bar';
import { Card } from '../../components/card';
import { ErrorPanel } from '../../components/error-panel';
import { Fact, Facts } from '../../components/facts';
import { Page } from '../../components/page';
import { Skeleton } from '../../components/skeleton';
import { Time } from '../../components/time';
import type { SearchIndexView } from '../../lib/api';
import { formatNumber } from '../../lib/format';
import { searchIndex } from './system.queries';

export function SearchIndexPage() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(searchIndex());
  return (
    <Page title={t`Search index`} description={t`Which plugin keeps the index, and what it has not received yet.`}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {data ? <IndexState index={data} /> : error ? null : <Skeleton className="h-60" />}
      {data?.rebuild ? <Rebuild rebuild={data.rebuild} /> : null}
    </Page>
  );
}

function IndexState({ index }: { index: SearchIndexView }) {
  const { t } = useLingui();
  const { documentsWaiting, waitingSince, documentsRefused, failingSince, lastError, nextAttemptAt } = index;
  return (
    <Card
      title={t`State`}
      actions={
        failingSince === null ? (
          <Badge kind="ok">
            <Trans>Works</Trans>
          </Badge>
        ) : (
          <Badge kind="danger">
            <Trans>Not responding</Trans>
          </Badge>
        )
      }
    >
      {failingSince === null ? null : (
        <div role="alert" className="rounded-control bg-danger-bg p-3 text-danger">
          <p className="font-medium">
            <Trans>
              The plugin has not responded since <Time value={failingSince} form="time" />.
            </Trans>
          </p>
          <p className="wrap-anywhere">{lastError}</p>
          {nextAttemptAt === null ? null : (
            <p>
              <Trans>
                Next attempt <Time value={nextAttemptAt} form="ago" />
              </Trans>
            </p>
          )}
        </div>
      )}
      <Facts>
        <Fact name={t`Plugin`}>
          <code>{index.plugin}</code>
        </Fact>
        <Fact name={t`Index version`}>{formatNumber(index.indexVersion)}</Fact>
        <Fact name={t`A change can be found`}>
          {index.isTransactional ? <Trans>at once</Trans> : <Trans>a moment later</Trans>}
        </Fact>
        <Fact name={t`Waiting`}>
          <Plural value={documentsWaiting} _0="No documents" one="# document" other="# documents" />
          {waitingSince === null ? null : (
            <span className="text-muted">
              {' '}
              <Trans>
                since <Time value={waitingSince} form="time" />
              </Trans>
            </span>
          )}
        </Fact>
        <Fact name={t`Rejected by the plugin`}>
          <Plural value={documentsRefused} _0="No documents" one="# document" other="# documents" />
        </Fact>
      </Facts>
    </Card>
  );
}

function Rebuild({ rebuild: { reason, done, total } }: { rebuild: NonNullable<SearchIndexView['rebuild']> }) {
  const { t } = useLingui();
  const [doneText, totalText] = [formatNumber(done), formatNumber(total)];
  return (
    <Card title={t`The index is being rebuilt`}>
      <p className="text-muted">{reason}</p>
      <Bar whole={total} parts={[{ value: done, kind: 'accent' }]} />
      <p>
        <Trans>
          {doneText} of {totalText} documents
        </Trans>
      </p>
    </Card>
  );
}
