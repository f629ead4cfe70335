import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, Eye, EyeOff, GripVertical, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '../../components/icon-button';
import { Menu, MenuItem, MenuSeparator } from '../../components/menu';
import { classNames } from '../../lib/class-names';
import type { Property } from './properties';
import { TYPE_ICONS, TYPE_WORDS } from './property-words';
import { useDragOrder } from './use-drag-order';

/** A row has room for few more; a list of correspondents can be long. */
const MOST_NAMED = 30;

export interface PropertyRowProps {
  organizationId: string;
  property: Property;
  index: number;
  count: number;
  canEdit: boolean;
  onMove: (from: number, to: number) => void;
  onHide: (hidden: boolean) => void;
  onDelete: () => void;
}

export function PropertyRow({
  organizationId,
  property,
  index,
  count,
  canEdit,
  onMove,
  onHide,
  onDelete,
}: PropertyRowProps) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { row, handle, edge } = useDragOrder<HTMLLIElement>('properties', index, { count, isEnabled: canEdit, onMove });
  const { id, name, key, type, description, options, hidden } = property;
  const Icon = TYPE_ICONS[type];
  const address = {
    to: '/organizations/$organizationId/custom-properties/$propertyDefinitionId',
    params: { organizationId, propertyDefinitionId: id },
  } as const;
  return (
    <li
      ref={row}
      className={classNames(
        'flex min-h-(--row) items-center gap-2 border-y border-transparent px-2 py-1 not-last:border-b-line hover:bg-hover',
        edge === 'top' && 'border-t-accent',
        edge === 'bottom' && 'not-last:border-b-accent border-b-accent',
      )}
    >
      {canEdit ? (
        <IconButton
          {...handle}
          icon={GripVertical}
          label={t`Move ${name}: drag, or use the arrow keys`}
          className="cursor-grab"
        />
      ) : null}
      <Icon aria-hidden size={16} className="shrink-0 text-muted" />
      <div className="flex min-w-0 flex-1 flex-col">
        <Link {...address} dir="auto" className="truncate text-sm font-medium underline-offset-2 hover:underline">
          {name}
        </Link>
        <span className="truncate text-xs text-muted">
          {hidden ? <>{t`Hidden`} · </> : null}
          {i18n._(TYPE_WORDS[type])}
          {options.length > 0 ? (
            <span dir="auto">
              :{' '}
              {options
                .slice(0, MOST_NAMED)
                .map((option) => option.name)
                .join(', ')}
            </span>
          ) : null}
          {description === null ? null : <span dir="auto"> · {description}</span>}
        </span>
      </div>
      <code className="hidden max-w-48 truncate text-xs text-muted sm:block">{key}:</code>
      {canEdit ? (
        <Menu trigger={<IconButton icon={MoreHorizontal} label={t`More for ${name}`} />}>
          <MenuItem icon={Pencil} onSelect={() => void navigate(address)}>
            <Trans>Edit</Trans>
          </MenuItem>
          <MenuItem icon={ArrowUp} disabled={index === 0} onSelect={() => onMove(index, index - 1)}>
            <Trans>Move up</Trans>
          </MenuItem>
          <MenuItem icon={ArrowDown} disabled={index === count - 1} onSelect={() => onMove(index, index + 1)}>
            <Trans>Move down</Trans>
          </MenuItem>
          <MenuItem icon={hidden ? Eye : EyeOff} onSelect={() => onHide(!hidden)}>
            {hidden ? <Trans>Show again</Trans> : <Trans>Hide</Trans>}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={Trash2} isDangerous onSelect={onDelete}>
            <Trans>Delete</Trans>
          </MenuItem>
        </Menu>
      ) : null}
    </li>
  );
}
