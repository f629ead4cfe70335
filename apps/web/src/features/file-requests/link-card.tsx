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
    off: t`The link is off. Its page no longer accepts files.`,
    expired: t`It has expired. Choose a later date to accept files again.`,
    full: t`The maximum number of files has come in. Raise it to accept more.`,
  };
  const reason = reasons[stateOf(request)];
  return (
    <Card title={t`Link`}>
      <p className="flex items-center gap-1">
        <code className="min-w-0 break-all" dir="ltr">
          {request.url}
        </code>
        <CopyButton text={request.url} label={t`Copy link`} />
      </p>
      {reason === undefined ? (
        <p className="text-sm text-muted">
          {request.isPasswordProtected ? (
            <Trans>Anyone with this link and the password can send files. Pass them on separately.</Trans>
          ) : (
            <Trans>Anyone with this link can send files.</Trans>
          )}
        </p>
      ) : (
        <p className="rounded-control bg-warn-bg p-3 text-sm text-warn">{reason}</p>
      )}
    </Card>
  );
}
