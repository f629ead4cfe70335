import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pause, Play, RotateCcw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopyButton } from '../../components/copy-button';
import { IconButton } from '../../components/icon-button';
import { ProgressBar } from '../../components/progress-bar';
import { formatNumber, formatSize } from '../../lib/format';
import { serverConfig } from '../session';
import { uploadQueue } from './present-uploads';
import { isDone, type UploadItem } from './upload-queue';

/** One file: where it is, and what can be done about it. */
export function UploadRow({ item }: { item: UploadItem }) {
  const { t } = useLingui();
  const { id, file, state, sent, problem } = item;
  const { name, size } = file;
  const isMoving = state === 'sending' || state === 'paused';
  return (
    <li className="flex flex-col gap-1 px-3 py-2">
      <div className="flex min-w-0 items-center gap-1">
        <p className="min-w-0 flex-1 truncate" dir="auto" title={name}>
          {name}
        </p>
        {problem?.requestId === undefined ? null : <CopyButton text={problem.requestId} label={t`Copy request id`} />}
        {state === 'sending' ? (
          <IconButton icon={Pause} label={t`Pause ${name}`} onClick={() => uploadQueue.pause(id)} />
        ) : null}
        {state === 'paused' ? (
          <IconButton icon={Play} label={t`Continue ${name}`} onClick={() => uploadQueue.resume(id)} />
        ) : null}
        {state === 'failed' && problem?.canRetry === true ? (
          <IconButton icon={RotateCcw} label={t`Retry ${name}`} onClick={() => uploadQueue.retry(id)} />
        ) : null}
        {isDone(item) ? null : <IconButton icon={X} label={t`Remove ${name}`} onClick={() => uploadQueue.remove(id)} />}
      </div>
      {isMoving ? <ProgressBar value={size > 0 ? sent / size : 0} label={t`Sent of ${name}`} /> : null}
      <p className={state === 'failed' ? 'text-danger' : 'text-muted'}>
        <Status item={item} />
      </p>
    </li>
  );
}

function Status({ item }: { item: UploadItem }): ReactNode {
  const { t } = useLingui();
  const { state, sent, file, pagesDone, pagesTotal, isRestored } = item;
  switch (state) {
    case 'waiting':
      return t`Waiting`;
    case 'checking':
      return t`Checking for duplicates`;
    case 'sending':
      return t`${formatSize(sent)} of ${formatSize(file.size)}`;
    case 'paused':
      return t`Paused at ${formatSize(sent)} of ${formatSize(file.size)}`;
    case 'failed':
      return <Failure item={item} />;
    case 'duplicate':
      return (
        <>
          <AlreadyHere name={item.documentName ?? file.name} /> <OpenDocument item={item} />
        </>
      );
    case 'processing':
      return (
        <>
          {isRestored === true ? t`Restored. ` : null}
          {typeof pagesDone === 'number' && typeof pagesTotal === 'number'
            ? t`Reading ${formatNumber(Math.min(pagesDone + 1, pagesTotal))} of ${formatNumber(pagesTotal)}`
            : t`Reading`}
        </>
      );
    case 'found':
    case 'unread':
      return (
        <>
          {isRestored === true ? t`Restored. ` : null}
          {state === 'found' ? t`Found` : t`Stored, without text`} <OpenDocument item={item} />
        </>
      );
  }
}

function Failure({ item: { problem } }: { item: UploadItem }): ReactNode {
  const { t } = useLingui();
  const { data: config } = useQuery(serverConfig());
  if (problem?.kind === 'empty') return t`The file is empty.`;
  if (problem?.kind === 'tooLarge')
    return t`Larger than this server’s limit of ${formatSize(config?.upload.maxBytes ?? 0)}.`;
  if (problem?.kind === 'network')
    return t`The server is not responding. The upload continues when the connection is back.`;
  return problem?.message ?? t`The server could not accept the file.`;
}

function OpenDocument({ item: { organizationId, documentId } }: { item: UploadItem }): ReactNode {
  if (documentId === undefined) return null;
  return (
    <Link
      to="/organizations/$organizationId/documents/$documentId"
      params={{ organizationId, documentId }}
      className="font-medium text-accent underline"
    >
      <Trans>Open</Trans>
    </Link>
  );
}

function AlreadyHere({ name }: { name: string }) {
  const known = <bdi>{name}</bdi>; // a name inside of the text could have tags, which would be elements of it
  return <Trans>Already here: {known}</Trans>;
}
