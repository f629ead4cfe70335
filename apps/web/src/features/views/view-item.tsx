import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Bookmark, ChevronDown, ChevronRight, EllipsisVertical, Lock, Pin } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../../components/icon-button';
import { Menu, MenuItem, MenuSeparator } from '../../components/menu';
import { classNames } from '../../lib/class-names';
import { formatNumber } from '../../lib/format';
import { useViewDrag } from './use-view-drag';
import { placeBy, type Drop, type Move } from './view-tree';
import type { ViewActions } from './use-view-actions';
import type { DocumentViewView } from './views.queries';

/** One view in the sidebar: link, count and menu; it can be dragged. */
export function ViewItem({
  view,
  views,
  depth,
  count,
  isOpen,
  canEdit,
  actions,
  onToggle,
  onEdit,
  onDrop,
}: {
  view: DocumentViewView;
  views: readonly DocumentViewView[];
  depth: number;
  count: number | null | undefined;
  /** Undefined: nothing is below it. */
  isOpen: boolean | undefined;
  canEdit: boolean;
  actions: ViewActions;
  onToggle: () => void;
  onEdit: () => void;
  onDrop: (id: string, drop: Drop) => void;
}) {
  const { t } = useLingui();
  const element = useRef<HTMLDivElement>(null);
  const drop = useViewDrag(element, view.id, canEdit, onDrop);
  const { id, organizationId, name, isPinned, isShared } = view;
  const moves: [Move, string][] = [
    ['up', t`Move up`],
    ['down', t`Move down`],
    ['in', t`Move into the view above`],
    ['out', t`Move out`],
  ];
  return (
    <div
      ref={element}
      className={classNames(
        'group relative flex items-center rounded-control',
        drop === 'inside' && 'ring-2 ring-accent',
        drop === 'before' && 'before:absolute before:inset-x-0 before:top-0 before:h-0.5 before:bg-accent',
        drop === 'after' && 'after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:bg-accent',
      )}
      style={{ paddingInlineStart: depth * 12 }}
    >
      {isOpen === undefined ? (
        <span className="w-5 shrink-0" />
      ) : (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={t`Views below ${name}`}
          className="grid h-7 w-5 shrink-0 place-items-center text-muted"
          onClick={onToggle}
        >
          {isOpen ? (
            <ChevronDown aria-hidden size={14} />
          ) : (
            <ChevronRight aria-hidden size={14} className="rtl:rotate-180" />
          )}
        </button>
      )}
      <Link
        to="/organizations/$organizationId/views/$documentViewId"
        params={{ organizationId, documentViewId: id }}
        className="flex min-h-(--control-height) min-w-0 flex-1 items-center gap-2 rounded-control px-1 text-sm hover:bg-hover [&.active]:bg-selected [&.active]:font-medium"
        title={view.description ?? undefined}
        draggable={false}
      >
        {isPinned ? (
          <Pin aria-hidden size={14} className="shrink-0 text-muted" />
        ) : (
          <Bookmark aria-hidden size={14} className="shrink-0 text-muted" />
        )}
        <span className="min-w-0 flex-1 truncate" dir="auto">
          {name}
        </span>
        {isShared ? null : (
          <Lock size={12} className="shrink-0 text-muted" aria-label={t`Only you see it`} role="img" />
        )}
        {typeof count === 'number' ? <span className="text-xs text-muted">{formatNumber(count)}</span> : null}
      </Link>
      {canEdit ? (
        <Menu
          trigger={
            <IconButton
              icon={EllipsisVertical}
              label={t`Actions for ${name}`}
              className="size-7! md:opacity-0 md:group-focus-within:opacity-100 md:group-hover:opacity-100 md:aria-expanded:opacity-100"
            />
          }
        >
          <MenuItem onSelect={onEdit}>{t`Edit`}</MenuItem>
          <MenuItem onSelect={() => actions.pin(view)}>{isPinned ? t`Unpin` : t`Pin`}</MenuItem>
          <MenuSeparator />
          {moves.map(([move, label]) => {
            const place = placeBy(views, id, move);
            return (
              <MenuItem key={move} disabled={!place} onSelect={() => place && actions.move(view, place)}>
                {label}
              </MenuItem>
            );
          })}
          <MenuSeparator />
          <MenuItem
            isDangerous
            onSelect={() =>
              void actions.remove(
                view,
                views.filter(({ parentId }) => parentId === id),
              )
            }
          >
            {t`Delete`}
          </MenuItem>
        </Menu>
      ) : null}
    </div>
  );
}
