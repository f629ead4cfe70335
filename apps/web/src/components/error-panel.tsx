import { Trans, useLingui } from '@lingui/react/macro';
import { problemOf } from '../lib/errors';
import { Button } from './button';
import { CopyButton } from './copy-button';

/** What went wrong, in the server's words, with the request id and another try. */
export function ErrorPanel({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useLingui();
  const problem = problemOf(error, t`The server is not responding. Check your connection and try again.`);
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-control bg-danger-bg p-3 text-sm text-danger">
      <p className="font-medium">{problem.message}</p>
      {[...problem.fields].map(([field, text]) => (
        <p key={field}>{field === '' ? text : `${field}: ${text}`}</p>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        {onRetry ? (
          <Button size="small" onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        ) : null}
        {problem.requestId === undefined ? null : (
          <span className="inline-flex items-center gap-1 text-xs">
            <Trans>Request</Trans> <code>{problem.requestId}</code>
            <CopyButton text={problem.requestId} label={t`Copy request id`} />
          </span>
        )}
      </div>
    </div>
  );
}
