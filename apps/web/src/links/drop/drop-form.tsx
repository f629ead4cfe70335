import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Camera, CircleCheck, FileUp, Send } from 'lucide-react';
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '../../components/button';
import { FileChooser } from '../../components/file-chooser';
import { useDocumentTitle } from '../../components/page';
import { TextField } from '../../components/text-field';
import { Time } from '../../components/time';
import { classNames } from '../../lib/class-names';
import { formatNumber, formatSize } from '../../lib/format';
import { lazyComponent, preloading } from '../../lib/lazy-component';
import { newIdempotencyKey } from '../../lib/secrets';
import { useDrop } from '../../lib/use-drop';
import { DropQueue, type DropItem, type DropProblem } from './drop-queue';
import { whyRefused, type OpenFileRequest } from './drop.queries';
import { sendFile } from './send-file';
import type { FileRequestAccess } from './use-file-request';

const loadFiles = () => import('./chosen-files');
const ChosenFiles = lazyComponent(async () => (await loadFiles()).ChosenFiles);
const preloadFiles = preloading(loadFiles);

/** What is asked for, the files of the visitor, and what became of them. */
export function DropForm({
  token,
  request,
  access,
}: {
  token: string;
  request: OpenFileRequest;
  access: FileRequestAccess;
}) {
  const { t } = useLingui();
  useDocumentTitle(request.title);
  useEffect(preloadFiles, []);
  const [senderName, setSenderName] = useState('');
  const { queue, items } = useQueue(token, senderName, access);
  const add = (files: File[]): void => queue.add(files, request.maxFileBytes);
  const isOver = useDrop(add);
  const count = (state: DropItem['state']): number => items.filter((item) => item.state === state).length;
  const chosen = count('chosen');
  const received = count('received');
  const isSending = count('sending') + count('waiting') > 0;
  const retryable = items.filter(({ state, problem }) => state === 'failed' && problem?.canRetry === true).length;
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-4">
      <Asked request={request} />
      <section
        aria-label={t`Your files`}
        className={classNames(
          'flex flex-col gap-3 rounded-menu border border-dashed p-4',
          isOver ? 'border-accent bg-selected' : 'border-control',
        )}
      >
        <p className="text-sm text-muted">
          <Trans>Drop files anywhere on this page, or choose:</Trans>
        </p>
        <div className="flex flex-wrap gap-2">
          <FileChooser
            label={t`Choose files`}
            icon={<FileUp aria-hidden size={16} />}
            onFiles={add}
            isPrimary={chosen === 0}
          />
          <FileChooser
            label={t`Take photo`}
            icon={<Camera aria-hidden size={16} />}
            onFiles={add}
            attributes={{ accept: 'image/*', capture: 'environment' }}
            className="hidden pointer-coarse:inline-flex"
          />
        </div>
        <Limits request={request} received={received} />
      </section>
      <Suspense>
        {items.length > 0 ? <ChosenFiles queue={queue} items={items} maxFileBytes={request.maxFileBytes} /> : null}
      </Suspense>
      {items.length > 0 && received < items.length ? (
        <TextField
          label={t`Your name (optional)`}
          hint={t`Shows the receiver who the files are from.`}
          value={senderName}
          onChange={({ target }) => setSenderName(target.value)}
          maxLength={120}
          autoComplete="name"
          disabled={isSending}
        />
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        {chosen > 0 ? (
          <Button kind="primary" isBusy={isSending} onClick={() => queue.sendAll()}>
            <Send aria-hidden size={16} />
            {t`Send ${plural(chosen, { one: '# file', other: '# files' })}`}
          </Button>
        ) : null}
        {retryable > 1 && !isSending ? (
          <Button onClick={() => queue.retryAll()}>
            <Trans>Retry all</Trans>
          </Button>
        ) : null}
      </div>
      <div role="status">
        {isSending ? (
          <p className="text-sm">
            <Trans>
              {formatNumber(received)} of {formatNumber(received + chosen + count('sending') + count('waiting'))} sent.
              Keep this page open.
            </Trans>
          </p>
        ) : received > 0 ? (
          <p className="flex items-center gap-2 rounded-control bg-ok-bg p-3 text-ok">
            <CircleCheck aria-hidden size={16} className="shrink-0" />
            {t`Thank you, ${plural(received, { one: '# file was received.', other: '# files were received.' })}`}
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** The words of the one who asks, which may be of any kind and are text. */
function Asked({ request: { title, message, organizationName, expiresAt } }: { request: OpenFileRequest }) {
  const asker = <bdi className="font-medium">{organizationName}</bdi>;
  return (
    <div className="flex flex-col gap-2">
      <h1 className="text-xl font-semibold wrap-anywhere" dir="auto">
        {title}
      </h1>
      <p className="text-sm text-muted">
        <Trans>{asker} is asking you for files.</Trans>{' '}
        {expiresAt === null ? null : (
          <Trans>
            You can send them until <Time value={expiresAt} form="time" />.
          </Trans>
        )}
      </p>
      {message === null ? null : (
        <p className="rounded-menu border border-line bg-panel p-3 wrap-anywhere whitespace-pre-wrap" dir="auto">
          {message}
        </p>
      )}
    </div>
  );
}

function Limits({
  request: { maxFileBytes, filesLeft },
  received,
}: {
  request: OpenFileRequest;
  /** Since the request was read. */
  received: number;
}) {
  const { t } = useLingui();
  const left = Math.max(0, (filesLeft ?? 0) - received);
  return (
    <p className="text-xs text-muted">
      {maxFileBytes === null ? null : <Trans>Files can be up to {formatSize(maxFileBytes)}.</Trans>}{' '}
      {filesLeft === null
        ? null
        : t`${plural(left, { one: 'You can send # more file.', other: 'You can send # more files.' })}`}
    </p>
  );
}

/** The files of this page. They are sent with what the form and the access are then. */
function useQueue(
  token: string,
  senderName: string,
  access: FileRequestAccess,
): { queue: DropQueue; items: readonly DropItem[] } {
  const present = useRef({ senderName, access });
  present.current = { senderName, access };
  const [queue] = useState(() => {
    const send = async (item: DropItem, onProgress: (sent: number) => void): Promise<DropProblem | undefined> => {
      const { senderName: name, access: now } = present.current;
      const sending = { token, accessToken: now.accessToken, senderName: name.trim() };
      const refused = await sendFile(sending, item, onProgress);
      // A server that takes no more does not wait for the rest of a large file, which looks like a lost connection.
      const problem = refused?.kind === 'network' ? await whyRefused(token, now.accessToken) : refused;
      if (problem?.stops === 'password') now.lock();
      return problem;
    };
    return new DropQueue(send, newIdempotencyKey);
  });
  const items = useSyncExternalStore(queue.subscribe, queue.items);
  const isUnfinished = items.some(({ state }) => state === 'chosen' || state === 'waiting' || state === 'sending');
  useEffect(() => {
    if (!isUnfinished) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnfinished]);
  return { queue, items };
}
