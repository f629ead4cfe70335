import { Trans, useLingui } from '@lingui/react/macro';
import { Clock, Hourglass } from 'lucide-react';
import { Button } from '../components/button';
import { ErrorPanel } from '../components/error-panel';
import { useDocumentTitle } from '../components/page';
import { isStatus } from '../lib/errors';
import { LinkNotFound, LinkNotice } from './link-notice';
import { useWaitText } from './use-wait-text';

/** Says why a link does not open: it ended, it never was, or this visitor asked too often. */
export function RefusedLink({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useLingui();
  const wait = useWaitText(error);
  if (isStatus(error, 400, 404)) return <LinkNotFound />;
  if (isStatus(error, 410))
    return (
      <LinkNotice icon={Clock} title={t`This link is no longer available`}>
        <Trans>It has expired, was used up or was turned off. Ask the sender for a new one.</Trans>
      </LinkNotice>
    );
  if (isStatus(error, 429))
    return (
      <LinkNotice
        icon={Hourglass}
        title={t`Too many requests`}
        action={
          <Button onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        {wait}
      </LinkNotice>
    );
  return <Failed error={error} onRetry={onRetry} />;
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useLingui();
  useDocumentTitle(t`This page could not be shown`);
  return (
    <>
      <h1 className="text-xl font-semibold">
        <Trans>This page could not be shown</Trans>
      </h1>
      <ErrorPanel error={error} onRetry={onRetry} />
    </>
  );
}
