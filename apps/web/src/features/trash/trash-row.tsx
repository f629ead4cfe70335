import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { RotateCcw, Trash2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Button } from '../../components/button';
import { Checkbox } from '../../components/checkbox';
import { IconButton } from '../../components/icon-button';
import { Time } from '../../components/time';
import { classNames } from '../../lib/class-names';
import { formatSize } from '../../lib/format';
import { TrashThumbnail } from './trash-thumbnail';
import { daysLeft } from './trash';
import type { TrashedDocument } from './trash.queries';

export interface TrashRowProps {
  document: TrashedDocument;
  /** Undefined while it is not known. */
  retentionDays: number | undefined;
  canEdit: boolean;
  isSelected: boolean;
  onSelect: (event: { isOn: boolean; isRange: boolean }) => void;
  onRestore: () => void;
  onPurge: () => void;
}

export function TrashRow({
  document,
  retentionDays,
  canEdit,
  isSelected,
  onSelect,
  onRestore,
  onPurge,
}: TrashRowProps) {
  const { t } = useLingui();
  const { id, organizationId, name, deletedAt, originalSize } = document;
  const left = deletedAt === null || retentionDays === undefined ? undefined : daysLeft(deletedAt, retentionDays);
  return (
    <li
      className={classNames(
        'flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-2 last:border-b-0 sm:flex-nowrap',
        isSelected ? 'bg-selected' : 'hover:bg-hover',
      )}
    >
      {canEdit ? (
        <Checkbox
          aria-label={t`Select ${name}`}
          checked={isSelected}
          onChange={({ target, nativeEvent }) =>
            onSelect({ isOn: target.checked, isRange: (nativeEvent as unknown as MouseEvent).shiftKey })
          }
        />
      ) : null}
      <TrashThumbnail document={document} />
      <div className="flex min-w-0 flex-1 flex-col">
        <Link
          to="/organizations/$organizationId/documents/$documentId"
          params={{ organizationId, documentId: id }}
          dir="auto"
          className="truncate text-sm font-medium underline-offset-2 hover:underline"
        >
          {name}
        </Link>
        <span className="truncate text-xs text-muted">
          {deletedAt === null ? null : (
            <Trans>
              Deleted <Time value={deletedAt} form="ago" />
            </Trans>
          )}
          {' · '}
          {formatSize(originalSize)}
          {left === undefined ? null : (
            <>
              {' · '}
              <Plural value={left} _0="deleted permanently tonight" one="# day left" other="# days left" />
            </>
          )}
        </span>
      </div>
      {canEdit ? (
        <div className="flex items-center gap-1">
          <Button size="small" aria-label={t`Restore ${name}`} onClick={onRestore}>
            <RotateCcw aria-hidden size={14} />
            <Trans>Restore</Trans>
          </Button>
          <IconButton icon={Trash2} label={t`Delete ${name} permanently`} onClick={onPurge} />
        </div>
      ) : null}
    </li>
  );
}
