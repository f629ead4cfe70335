import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { CircleCheck, RotateCcw, X } from 'lucide-react';
import { IconButton } from '../../components/icon-button';
import { ProgressBar } from '../../components/progress-bar';
import { formatSize } from '../../lib/format';
import type { DropItem } from './drop-queue';

/** A file on its way, with what can be done about it. */
export function DropRow({
  item,
  maxFileBytes,
  onRemove,
  onRetry,
}: {
  item: DropItem;
  maxFileBytes: number | null;
  onRemove: () => void;
  onRetry: () => void;
}) {
  const { t } = useLingui();
  const { file, state, sent, problem } = item;
  const { name, size } = file;
  const texts: Record<DropItem['state'], string> = {
    chosen: formatSize(size),
    waiting: t`Waiting`,
    sending: t`${formatSize(sent)} of ${formatSize(size)}`,
    received: t`Received`,
    failed: useProblemText(item, maxFileBytes),
  };
  return (
    <li className="flex flex-col gap-1 px-3 py-2 text-sm">
      <div className="flex min-w-0 items-center gap-1">
        <p className="min-w-0 flex-1 truncate" dir="auto" title={name}>
          {name}
        </p>
        {state === 'received' ? <CircleCheck aria-hidden size={16} className="m-2 shrink-0 text-ok" /> : null}
        {state === 'failed' && problem?.canRetry === true ? (
          <IconButton icon={RotateCcw} label={t`Retry ${name}`} onClick={onRetry} />
        ) : null}
        {state === 'sending' || state === 'received' ? null : (
          <IconButton icon={X} label={t`Remove ${name}`} onClick={onRemove} />
        )}
      </div>
      {state === 'sending' ? <ProgressBar value={size > 0 ? sent / size : 0} label={t`Sent of ${name}`} /> : null}
      <p className={state === 'failed' ? 'text-danger' : 'text-muted tabular-nums'}>{texts[state]}</p>
    </li>
  );
}

function useProblemText({ problem }: DropItem, maxFileBytes: number | null): string {
  const { t } = useLingui();
  const { kind, code, message, retryAfter } = problem ?? {};
  if (kind === 'empty') return t`The file is empty.`;
  if (kind === 'tooLarge') return t`Larger than this link’s limit of ${formatSize(maxFileBytes ?? 0)}.`;
  if (kind === 'network') return t`The connection was lost. Check it and try again.`;
  if (code === 'file_request.gone') return t`This link no longer accepts files. It has expired or was turned off.`;
  if (code === 'file_request.not_found') return t`This link no longer exists.`;
  if (code === 'file_request.full') return t`This link has received its maximum number of files.`;
  if (retryAfter !== undefined)
    return t`The server is busy. Try again in ${plural(retryAfter, { one: '# second', other: '# seconds' })}.`;
  return message ?? t`The server could not accept the file.`;
}
