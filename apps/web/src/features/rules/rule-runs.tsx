import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button';
import { ErrorPanel } from '../../components/error-panel';
import { Pager } from '../../components/pager';
import { Time } from '../../components/time';
import { RUNS_ON_PAGE, ruleRuns, useUndoRun } from './rule-runs.queries';

/** What rules have changed in documents that came in, with undo. Nothing while there is none. */
export function RuleRuns({ organizationId, canEdit }: { organizationId: string; canEdit: boolean }) {
  const { t } = useLingui();
  const [pageIndex, setPageIndex] = useState(0);
  const { data, error, refetch } = useQuery(ruleRuns(organizationId, pageIndex));
  const undo = useUndoRun(organizationId);
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data || data.runsCount === 0) return null;
  return (
    <section aria-labelledby="rule-runs" className="mt-8 flex flex-col gap-3">
      <h2 id="rule-runs" className="text-base font-semibold">
        <Trans>Runs of the last 30 days</Trans>
      </h2>
      {undo.error ? <ErrorPanel error={undo.error} /> : null}
      <ul aria-label={t`Runs of the last 30 days`} className="rounded-menu border border-line text-sm">
        {data.runs.map((run) => (
          <li key={run.id} className="flex items-center gap-3 border-b border-line px-3 py-2 last:border-b-0">
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              <Link
                to="/organizations/$organizationId/documents/$documentId"
                params={{ organizationId, documentId: run.documentId }}
                dir="auto"
                className="truncate font-medium underline-offset-2 hover:underline"
              >
                {run.documentName}
              </Link>
              <p className="truncate text-muted">
                <Time value={run.createdAt} form="time" /> ·{' '}
                <Plural value={run.changes.length} one="# change" other="# changes" /> ·{' '}
                <span dir="auto">{run.rules.map(({ name }) => name).join(', ')}</span>
              </p>
            </div>
            {run.undoneAt === null && canEdit ? (
              <Button
                size="small"
                aria-label={t`Undo changes in ${run.documentName}`}
                isBusy={undo.isPending && undo.variables === run.id}
                onClick={() => undo.mutate(run.id)}
              >
                <Trans>Undo</Trans>
              </Button>
            ) : null}
            {run.undoneAt === null ? null : (
              <span role="status" className="text-muted">
                {undo.data?.run.id === run.id && undo.data.skipped.length > 0 ? (
                  <Plural
                    value={undo.data.skipped.length}
                    one="Undone, except # change that is different now"
                    other="Undone, except # changes that are different now"
                  />
                ) : (
                  <Trans>Undone</Trans>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      <Pager {...{ pageIndex }} pageSize={RUNS_ON_PAGE} totalCount={data.runsCount} onPage={setPageIndex} />
    </section>
  );
}
