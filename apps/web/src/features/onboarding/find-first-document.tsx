import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { Button, buttonClasses } from '../../components/button';
import { ErrorPanel } from '../../components/error-panel';
import { ProgressBar } from '../../components/progress-bar';
import { Skeleton } from '../../components/skeleton';
import { notify } from '../../lib/notifications';
import { documentBeingRead } from './onboarding.queries';
import { wordsToTry } from './words-to-try';

export function FindFirstDocument({ organizationId, documentId }: { organizationId: string; documentId: string }) {
  const { data: document, error, refetch } = useQuery(documentBeingRead(organizationId, documentId));
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!document) return <Skeleton className="h-24" />;
  const { status, progress, outcome, reason } = document.extraction;
  const words = wordsToTry(document.content ?? '');
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-2 rounded-menu border border-line bg-bg p-3">
        <FileText aria-hidden size={20} className="shrink-0 text-muted" />
        <span className="min-w-0 flex-1 truncate font-medium" dir="auto">
          {document.name}
        </span>
      </div>
      <div role="status" className="flex min-h-12 flex-col gap-2 text-sm text-muted">
        {status === 'completed' ? (
          outcome === 'text' ? (
            <Trans>Its text was read.</Trans>
          ) : (
            (reason ?? <Trans>No text was found in it. You can find it by its name.</Trans>)
          )
        ) : (
          <Reading progress={progress} reason={status === 'waiting' ? reason : null} />
        )}
      </div>
      {words.length > 0 ? <Words words={words} organizationId={organizationId} /> : null}
      <Link
        to="/organizations/$organizationId/documents"
        params={{ organizationId }}
        className={buttonClasses({ kind: 'quiet' })}
      >
        {status === 'completed' ? <Trans>Go to documents</Trans> : <Trans>Skip</Trans>}
      </Link>
    </div>
  );
}

function Reading({
  progress,
  reason,
}: {
  progress: { done: number; total: number | null } | null;
  reason: string | null;
}) {
  const { t } = useLingui();
  if (reason !== null) return reason;
  const total = progress?.total ?? null;
  if (progress === null || total === null) return <Trans>Reading…</Trans>;
  const page = Math.min(progress.done + 1, total);
  return (
    <>
      <Trans>
        Reading page {page} of {total}
      </Trans>
      <ProgressBar value={progress.done / total} label={t`Pages read`} />
    </>
  );
}

/** What the search is for, tried with words of the person's own document. */
function Words({ words, organizationId }: { words: readonly string[]; organizationId: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const search = (word: string): void => {
    void navigate({ to: '/organizations/$organizationId/documents', params: { organizationId }, search: { q: word } });
    notify(t`That’s it. Press ? to see all keyboard shortcuts.`);
  };
  return (
    <div className="flex flex-col gap-2">
      <h2 className="text-sm font-medium">
        <Trans>Try</Trans>
      </h2>
      <div className="flex flex-wrap gap-2">
        {words.map((word) => (
          <Button key={word} kind="primary" onClick={() => search(word)}>
            {word}
          </Button>
        ))}
      </div>
    </div>
  );
}
