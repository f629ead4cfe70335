import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Merge, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '../../components/icon-button';
import { Menu, MenuItem, MenuSeparator } from '../../components/menu';
import { optionQuery } from './options';
import type { ListedOption } from './property-lists.queries';

export interface OptionRowProps {
  organizationId: string;
  propertyKey: string;
  option: ListedOption;
  canEdit: boolean;
  onOpen: (kind: 'delete' | 'merge' | 'rename') => void;
}

export function OptionRow({ organizationId, propertyKey, option, canEdit, onOpen }: OptionRowProps) {
  const { t } = useLingui();
  const { name, documentsCount } = option;
  return (
    <li className="flex min-h-(--row) items-center gap-3 border-b border-line px-2 last:border-b-0 hover:bg-hover">
      <span dir="auto" className="min-w-0 flex-1 truncate text-sm font-medium">
        {name}
      </span>
      <Link
        to="/organizations/$organizationId/documents"
        params={{ organizationId }}
        search={{ q: optionQuery(propertyKey, name) }}
        className="inline-flex min-h-(--control-height) shrink-0 items-center rounded-control px-2 text-sm text-accent underline-offset-2 hover:underline"
      >
        <Plural value={documentsCount} one="# document" other="# documents" />
      </Link>
      {canEdit ? (
        <Menu trigger={<IconButton icon={MoreHorizontal} label={t`More for ${name}`} />}>
          <MenuItem icon={Pencil} onSelect={() => onOpen('rename')}>
            <Trans>Rename</Trans>
          </MenuItem>
          <MenuItem icon={Merge} onSelect={() => onOpen('merge')}>
            <Trans>Merge into another entry</Trans>
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={Trash2} isDangerous onSelect={() => onOpen('delete')}>
            <Trans>Delete</Trans>
          </MenuItem>
        </Menu>
      ) : null}
    </li>
  );
}
