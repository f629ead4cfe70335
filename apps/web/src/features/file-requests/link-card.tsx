import { Trans, useLingui } from '@lingui/react/macro';
import { Card } from '../../components/card';
import { CopyButton } from '../../components/copy-button';
import { stateOf } from './file-requests';
import type { FileRequest } from './file-requests.queries';

/** The link to pass on, or why it takes no files now. */
export function LinkCard({ request }: { request: FileRequest }) {
  const { t } = useLingui();
  const reasons = {
    open: undefined,
    off: t`The link is off. Its page says that it takes no files any more.`,
    expired: t`The last day has passed. Choose a later one to take files again.`,
    full: t`As many files came in as you allowed. Allow more to take files again.`,
  };
  const reason = reasons[stateOf(request)];
  return (
    <Card title={t`Link`}>
      <p className="flex items-center gap-1">
        <code className="min-w-0 break-all" dir="ltr">
          {request.url}
        </code>
        <CopyButton text={request.url} label={t`Copy the link`} />
      </p>
      {reason === undefined ? (
        <p className="text-sm text-muted">
          {request.isPasswordProtected ? (
            <Trans>Visitors who have this link and the password can hand in files. Pass them on separately.</Trans>
          ) : (
            <Trans>Visitors who have this link can hand in files.</Trans>
          )}
        </p>
      ) : (
        <p className="rounded-control bg-warn-bg p-3 text-sm text-warn">{reason}</p>
      )}
    </Card>
  );
}
