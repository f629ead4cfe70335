import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Merge, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '../../components/icon-button';
import { Menu, MenuItem, MenuSeparator } from '../../components/menu';
import { TagChip } from '../../components/tag-chip';
import { tagQuery } from './tags';
import type { ListedTag } from './tags.queries';

export interface TagRowProps {
  organizationId: string;
  tag: ListedTag;
  /** How far it is below the highest in a list that is a tree. */
  level: number;
  parent: ListedTag | undefined;
  canEdit: boolean;
  onEdit: () => void;
  onMerge: () => void;
  onDelete: () => void;
}

export function TagRow({ organizationId, tag, level, parent, canEdit, onEdit, onMerge, onDelete }: TagRowProps) {
  const { t } = useLingui();
  return (
    <li className="flex min-h-(--row) items-center gap-3 border-b border-line px-2 last:border-b-0 hover:bg-hover">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5 py-1 sm:flex-row sm:items-center sm:gap-3">
        <span className="flex min-w-0 max-w-full" style={{ paddingInlineStart: `${level * 1.25}rem` }}>
          <TagChip name={tag.name} color={tag.color} />
        </span>
        {parent ? (
          <span dir="auto" className={level > 0 ? 'sr-only' : 'truncate text-sm text-muted'}>
            <Trans>below {parent.name}</Trans>
          </span>
        ) : null}
        <span dir="auto" className="min-w-0 truncate text-sm text-muted">
          {tag.description}
        </span>
      </div>
      <Link
        to="/organizations/$organizationId/documents"
        params={{ organizationId }}
        search={{ q: tagQuery(tag.name) }}
        className="inline-flex min-h-(--control-height) shrink-0 items-center rounded-control px-2 text-sm text-accent underline-offset-2 hover:underline"
      >
        <Plural value={tag.documentsCount} one="# document" other="# documents" />
      </Link>
      {canEdit ? (
        <>
          <IconButton icon={Pencil} label={t`Edit ${tag.name}`} onClick={onEdit} />
          <Menu trigger={<IconButton icon={MoreHorizontal} label={t`More for ${tag.name}`} />}>
            <MenuItem icon={Pencil} onSelect={onEdit}>
              <Trans>Edit</Trans>
            </MenuItem>
            <MenuItem icon={Merge} onSelect={onMerge}>
              <Trans>Merge into another tag</Trans>
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={Trash2} isDangerous onSelect={onDelete}>
              <Trans>Delete</Trans>
            </MenuItem>
          </Menu>
        </>
      ) : null}
    </li>
  );
}
