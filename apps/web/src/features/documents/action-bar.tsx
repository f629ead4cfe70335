import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Calendar, Combine, Download, RotateCw, SlidersHorizontal, Tag, Trash2, X } from 'lucide-react';
import { Button } from '../../components/button';
import { IconButton } from '../../components/icon-button';
import { formatNumber } from '../../lib/format';

export type ActionName = 'date' | 'merge' | 'property' | 'rename' | 'tags';

/** What can be done with the selected documents. */
export function ActionBar({
  selected,
  count,
  isAll,
  canEdit,
  onAll,
  onClear,
  onOpen,
  onTrash,
  onReadAgain,
  onDownload,
  isDownloading,
}: {
  selected: number;
  count: number;
  isAll: boolean;
  canEdit: boolean;
  onAll: () => void;
  onClear: () => void;
  onOpen: (name: ActionName) => void;
  onTrash: () => void;
  onReadAgain: () => void;
  onDownload: () => void;
  isDownloading: boolean;
}) {
  const { t } = useLingui();
  const all = formatNumber(count);
  return (
    <div
      role="toolbar"
      aria-label={t`Selected documents`}
      className="flex flex-wrap items-center gap-1 border-t border-line bg-panel p-2"
    >
      <span className="px-2 text-sm font-medium" role="status">
        {isAll
          ? t`All ${all} that match are selected`
          : t`${plural(selected, { one: '# selected', other: '# selected' })}`}
      </span>
      {!isAll && count > selected ? (
        <Button kind="quiet" size="small" onClick={onAll}>
          <Trans>Select all {all} that match</Trans>
        </Button>
      ) : null}
      <Button size="small" isBusy={isDownloading} onClick={onDownload}>
        <Download aria-hidden size={14} />
        <Trans>Download</Trans>
      </Button>
      {canEdit ? (
        <>
          <Button size="small" onClick={() => onOpen('tags')}>
            <Tag aria-hidden size={14} />
            <Trans>Tag</Trans>
          </Button>
          <Button size="small" onClick={() => onOpen('date')}>
            <Calendar aria-hidden size={14} />
            <Trans>Date</Trans>
          </Button>
          <Button size="small" onClick={() => onOpen('property')}>
            <SlidersHorizontal aria-hidden size={14} />
            <Trans>Property</Trans>
          </Button>
          {!isAll && selected > 1 ? (
            <Button size="small" aria-haspopup="dialog" onClick={() => onOpen('merge')}>
              <Combine aria-hidden size={14} />
              <Trans>Merge</Trans>
            </Button>
          ) : null}
          <Button size="small" onClick={onReadAgain}>
            <RotateCw aria-hidden size={14} />
            <Trans>Read again</Trans>
          </Button>
          <Button size="small" kind="danger" onClick={onTrash}>
            <Trash2 aria-hidden size={14} />
            <Trans>Move to trash</Trans>
          </Button>
        </>
      ) : null}
      <span className="flex-1" />
      <IconButton icon={X} label={t`Clear selection`} keys="Esc" onClick={onClear} />
    </div>
  );
}
