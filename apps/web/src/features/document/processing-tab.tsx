import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleDashed, CircleSlash, Clock, LoaderCircle, RotateCw } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../../components/button';
import { ErrorPanel } from '../../components/error-panel';
import { ProgressBar } from '../../components/progress-bar';
import { Skeleton } from '../../components/skeleton';
import { Time } from '../../components/time';
import { classNames } from '../../lib/class-names';
import { useShowProblem } from '../../components/use-show-problem';
import { formatNumber } from '../../lib/format';
import { onProgress } from '../../lib/live-events';
import { notify } from '../../lib/notifications';
import { KeptPassword } from './kept-password';
import { mayRetry, spanOf, type StepStatus } from './document';
import { processingOf, useReprocess, type DocumentIds, type ProcessingStep } from './document.queries';

const ICONS = {
  ...{ completed: CircleCheck, partial: CircleAlert, failed: CircleAlert, skipped: CircleSlash },
  ...{ pending: CircleDashed, waiting: Clock, running: LoaderCircle },
};
const COLORS: Partial<Record<StepStatus, string>> = {
  ...{ completed: 'text-ok', partial: 'text-warn', failed: 'text-danger', waiting: 'text-warn', running: 'text-info' },
};

/** What the server did with the file: each step, how long it took, and why one failed. */
export function ProcessingTab({ path, canEdit }: { path: DocumentIds; canEdit: boolean }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(processingOf(path));
  const reprocess = useReprocess(path);
  const showProblem = useShowProblem();
  const { queryKey } = processingOf(path);
  useEffect(
    () =>
      onProgress(({ documentId }) => {
        if (documentId === path.documentId) void queryClient.invalidateQueries({ queryKey });
      }),
    [path.documentId, queryClient],
  );
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-40" />;
  const { steps, isPasswordKept } = data;
  return (
    <div className="flex flex-col gap-4">
      <ol className="flex flex-col gap-4">
        {steps.map((step) => (
          <Step key={step.step} step={step} />
        ))}
      </ol>
      {canEdit ? (
        <Button
          isBusy={reprocess.isPending}
          disabled={!mayRetry(steps)}
          onClick={() =>
            reprocess.mutate(undefined, {
              onSuccess: () => void notify(t`The file will be read again`),
              onError: showProblem,
            })
          }
        >
          <RotateCw aria-hidden size={14} />
          <Trans>Read file again</Trans>
        </Button>
      ) : null}
      {isPasswordKept ? <KeptPassword path={path} canEdit={canEdit} /> : null}
    </div>
  );
}

function Step({ step }: { step: ProcessingStep }) {
  const { t, i18n } = useLingui();
  const { status, engine, pagesDone, pagesTotal, ms, reason, retryAt, startedAt } = step;
  const names: Record<string, string> = {
    ...{ received: t`File received`, text: t`Text read`, ocr: t`Pages recognized` },
    ...{ search: t`Indexed`, rules: t`Tagging rules applied`, preview: t`Page previews made` },
  };
  const states: Record<StepStatus, string> = {
    ...{ completed: t`done`, partial: t`partly done`, failed: t`failed`, skipped: t`not needed` },
    ...{ pending: t`not started`, waiting: t`waiting`, running: t`at work` },
  };
  const Icon = ICONS[status];
  const name = Object.hasOwn(names, step.step) ? (names[step.step] ?? '') : step.step;
  const pages =
    pagesTotal === null
      ? null
      : pagesDone !== null && pagesDone < pagesTotal
        ? t`${formatNumber(pagesDone)} of ${formatNumber(pagesTotal)} pages`
        : t`${formatNumber(pagesTotal)} pages`;
  const span = ms === null ? undefined : spanOf(ms);
  const time =
    span &&
    new Intl.NumberFormat(i18n.locale || 'en', { style: 'unit', unit: span.unit, unitDisplay: 'short' }).format(
      span.value,
    );
  return (
    <li className="flex gap-2 text-sm">
      <Icon
        aria-hidden
        size={16}
        className={classNames(
          'mt-0.5 shrink-0',
          COLORS[status] ?? 'text-muted',
          status === 'running' && 'animate-spin',
        )}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p>
          <span className="font-medium">{name}</span> <span className="text-muted">{states[status]}</span>
        </p>
        <p className="text-xs break-words text-muted">
          {[engine, pages, time].filter(Boolean).join(' · ')}
          {startedAt === null ? null : (
            <>
              {engine === null && pages === null && !time ? null : ' · '}
              <Time value={startedAt} form="ago" />
            </>
          )}
        </p>
        {status === 'running' && pagesTotal ? <ProgressBar value={(pagesDone ?? 0) / pagesTotal} label={name} /> : null}
        {reason === null ? null : (
          <p className={classNames('break-words', status === 'failed' ? 'text-danger' : 'text-muted')} dir="auto">
            {reason}
          </p>
        )}
        {retryAt === null ? null : (
          <p className="text-xs text-muted">
            <Trans>
              Next attempt: <Time value={retryAt} form="ago" />
            </Trans>
          </p>
        )}
      </div>
    </li>
  );
}
