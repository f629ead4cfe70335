import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, Clock } from 'lucide-react';
import { ProgressBar } from '../../components/progress-bar';
import type { DocumentView } from './documents.queries';

const WITHOUT_TEXT = new Set(['corrupt', 'crashed', 'encrypted', 'failed', 'timeout', 'too-large']);

/** How far the reading of a document is, or why it has no text. Null: there is nothing to say. */
export function ReadingStatus({ extraction }: { extraction: DocumentView['extraction'] }) {
  const { t } = useLingui();
  const { status, progress, reason, outcome } = extraction;
  if (status === 'running') {
    const { done = 0, total = null } = progress ?? {};
    const value = total === null || total === 0 ? undefined : done / total;
    return (
      <span className="inline-flex min-w-0 items-center gap-2 text-xs text-info">
        <span className="truncate">
          {progress === null || total === null ? (
            <Trans>Reading</Trans>
          ) : (
            <Trans>
              Reading {done} of {total}
            </Trans>
          )}
        </span>
        <span className="w-16 shrink-0">
          <ProgressBar value={value} label={t`Progress of reading`} />
        </span>
      </span>
    );
  }
  if (status === 'pending' || status === 'waiting') {
    return (
      <span className="inline-flex min-w-0 items-center gap-1 text-xs text-muted" title={reason ?? undefined}>
        <Clock aria-hidden size={12} className="shrink-0" />
        <Trans>Waiting to be read</Trans>
      </span>
    );
  }
  if (outcome === null || !WITHOUT_TEXT.has(outcome)) return null;
  return (
    <span className="inline-flex min-w-0 items-center gap-1 text-xs text-warn" title={reason ?? undefined}>
      <CircleAlert aria-hidden size={12} className="shrink-0" />
      <span className="truncate">
        <Trans>Its text could not be read</Trans>
      </span>
    </span>
  );
}
