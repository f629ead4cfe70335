import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Card } from '../../components/card';
import { NextPageButton, QueryList } from '../../components/query-list';
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
      <QueryList
        label={t`Received files`}
        query={{ ...received, data: files }}
        placeholder={<Skeleton className="h-32" />}
        empty={
          <p className="text-muted">
            <Trans>Nothing yet.</Trans>
          </p>
        }
        className=""
      >
        {(file) => <ReceivedFile key={file.id} organizationId={address.organizationId} file={file} />}
      </QueryList>
      <NextPageButton query={received}>
        <Trans>Show older ones</Trans>
      </NextPageButton>
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
              <Trans>Document deleted.</Trans>
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
          {isDuplicate ? <> · {t`Already here`}</> : null}
          {isInTrash ? <> · {t`In the trash`}</> : null}
        </p>
      </div>
      <p className="text-xs text-muted" title={address}>
        <Time value={receivedAt} form="ago" />
      </p>
    </li>
  );
}
