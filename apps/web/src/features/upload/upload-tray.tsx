import { Trans, useLingui } from '@lingui/react/macro';
import { plural } from '@lingui/core/macro';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button';
import { IconButton } from '../../components/icon-button';
import { uploadQueue } from './present-uploads';
import { isDone, isUnfinished, needsAttention, type UploadItem } from './upload-queue';
import { UploadRow } from './upload-row';

/** The files that were added, from their first byte to their text. */
export function UploadTray({ items }: { items: readonly UploadItem[] }) {
  const { t } = useLingui();
  const [isFolded, setIsFolded] = useState(false);
  const total = items.length;
  const done = items.filter(isDone).length;
  const attention = items.filter(needsAttention).length;
  const canRetry = items.some(({ state, problem }) => state === 'failed' && problem?.canRetry === true);
  const isAtWork = items.some(isUnfinished);
  const closeAll = (): void => {
    for (const { id } of items) uploadQueue.remove(id);
  };
  return (
    <section
      aria-label={t`Uploads`}
      className="flex max-h-[60dvh] min-h-0 flex-col rounded-menu bg-raised text-sm text-text shadow-float ring-1 ring-line"
    >
      <div className="flex items-center gap-1 py-1 ps-3 pe-1">
        <p role="status" className="min-w-0 flex-1 truncate font-medium tabular-nums">
          {t`${done} of ${total} done`}
          {attention > 0 ? `, ${plural(attention, { one: '# needs you', other: '# need you' })}` : null}
        </p>
        {canRetry ? (
          <Button kind="quiet" size="small" onClick={() => uploadQueue.retryAll()}>
            <Trans>Retry all</Trans>
          </Button>
        ) : null}
        {done > 0 && done < total ? (
          <Button kind="quiet" size="small" onClick={() => uploadQueue.hideDone()}>
            <Trans>Hide done</Trans>
          </Button>
        ) : null}
        <IconButton
          icon={isFolded ? ChevronUp : ChevronDown}
          label={isFolded ? t`Show files` : t`Collapse`}
          aria-expanded={!isFolded}
          onClick={() => setIsFolded(!isFolded)}
        />
        {isAtWork ? null : <IconButton icon={X} label={t`Close`} onClick={closeAll} />}
      </div>
      {isFolded ? null : (
        <ul className="min-h-0 divide-y divide-line overflow-y-auto border-t border-line">
          {items.map((item) => (
            <UploadRow key={item.id} item={item} />
          ))}
        </ul>
      )}
    </section>
  );
}
