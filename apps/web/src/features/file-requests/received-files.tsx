import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { ErrorPanel } from '../../components/error-panel';
import { Skeleton } from '../../components/skeleton';
import { Time } from '../../components/time';
import type { ReceivedFileView } from '../../lib/api';
import { formatSize } from '../../lib/format';
import { receivedFiles, type FileRequestAddress } from './file-requests.queries';

/** What came in by the link, each with its document. */
export function ReceivedFiles({ address }: { address: FileRequestAddress }) {
  const { t } = useLingui();
  const received = useInfiniteQuery(receivedFiles(address));
  const files = received.data?.pages.flatMap((page) => page.files);
  return (
    <Card title={t`Received files`}>
      {received.error ? <ErrorPanel error={received.error} onRetry={() => void received.refetch()} /> : null}
      {files?.length === 0 ? (
        <p className="text-muted">
          <Trans>Nothing came in yet.</Trans>
        </p>
      ) : null}
      {files && files.length > 0 ? (
        <ul aria-label={t`Received files`} className="flex flex-col divide-y divide-line">
          {files.map((file) => (
            <ReceivedFile key={file.id} organizationId={address.organizationId} file={file} />
          ))}
        </ul>
      ) : null}
      {files || received.error ? null : <Skeleton className="h-32" />}
      {received.hasNextPage ? (
        <Button
          className="self-start"
          isBusy={received.isFetchingNextPage}
          onClick={() => void received.fetchNextPage()}
        >
          <Trans>Show older ones</Trans>
        </Button>
      ) : null}
    </Card>
  );
}

function ReceivedFile({ organizationId, file }: { organizationId: string; file: ReceivedFileView }) {
  const { documentId, name, size, receivedAt, senderName, address, isDuplicate, isInTrash } = file;
  const { t } = useLingui();
  const sender = <bdi>{senderName}</bdi>;
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-48">
        {documentId === null ? (
          <>
            <bdi className="wrap-anywhere">{name}</bdi>{' '}
            <span className="text-xs text-muted">
              <Trans>The document was deleted.</Trans>
            </span>
          </>
        ) : (
          <Link
            to="/organizations/$organizationId/documents/$documentId"
            params={{ organizationId, documentId }}
            className="font-medium wrap-anywhere hover:underline"
          >
            <bdi>{name}</bdi>
          </Link>
        )}
        <p className="text-xs text-muted">
          {senderName === null ? <Trans>Without a name</Trans> : <Trans>From {sender}</Trans>} · {formatSize(size)}
          {isDuplicate ? <> · {t`Was here before`}</> : null}
          {isInTrash ? <> · {t`In the trash`}</> : null}
        </p>
      </div>
      <p className="text-xs text-muted" title={address}>
        <Time value={receivedAt} form="ago" />
      </p>
    </li>
  );
}
