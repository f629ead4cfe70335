import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowDownUp, Check, Columns3, LayoutGrid, List } from 'lucide-react';
import { Checkbox } from '../../components/checkbox';
import { IconButton } from '../../components/icon-button';
import { Menu, MenuItem, MenuSeparator } from '../../components/menu';
import { Popover } from '../../components/popover';
import { defaultOrder, hasWords, SORT_FIELDS } from '../../lib/list-order';
import { BUILT_IN_COLUMNS, type Layout, type ListState } from './documents';
import { allProperties } from '../../lib/all-properties.queries';
import type { ListQuery } from './documents.queries';
import { useColumnLabels } from './use-column-labels';

/** How the list looks: its order, its columns, rows or cards. */
export function ListOptions({
  list,
  layout,
  columns,
  onChange,
}: {
  list: ListQuery;
  layout: Layout;
  columns: readonly string[];
  onChange: (change: ListState) => void;
}) {
  const { t } = useLingui();
  const labelOf = useColumnLabels(list.organizationId);
  const { data: properties = [] } = useQuery(allProperties(list.organizationId));
  const sortFields = SORT_FIELDS.filter((field) => field !== 'relevance' || hasWords(list.q));
  const directions =
    list.sort === 'name'
      ? { asc: t`From A to Z`, desc: t`From Z to A` }
      : list.sort === 'size'
        ? { asc: t`Smallest first`, desc: t`Largest first` }
        : { asc: t`Oldest first`, desc: t`Newest first` };
  const shown = properties.filter(({ hidden }) => !hidden);
  const all = [...BUILT_IN_COLUMNS, ...shown.map(({ key }) => `property:${key}`)];
  return (
    <>
      <Menu trigger={<IconButton icon={ArrowDownUp} label={t`Sort`} />}>
        {sortFields.map((field) => (
          <MenuItem
            key={field}
            {...(field === list.sort ? { icon: Check } : {})}
            onSelect={() => onChange({ sort: field, order: field === 'relevance' ? undefined : defaultOrder(field) })}
          >
            {labelOf(field)}
          </MenuItem>
        ))}
        {list.sort === 'relevance' ? null : (
          <>
            <MenuSeparator />
            <MenuItem
              {...(list.order === 'asc' ? { icon: Check } : {})}
              onSelect={() => onChange({ sort: list.sort, order: 'asc' })}
            >
              {directions.asc}
            </MenuItem>
            <MenuItem
              {...(list.order === 'desc' ? { icon: Check } : {})}
              onSelect={() => onChange({ sort: list.sort, order: 'desc' })}
            >
              {directions.desc}
            </MenuItem>
          </>
        )}
      </Menu>
      {layout === 'list' ? (
        <Popover
          title={t`Columns`}
          trigger={<IconButton icon={Columns3} label={t`Columns`} className="max-md:hidden" />}
        >
          <div className="flex flex-col">
            {all.map((column) => (
              <Checkbox
                key={column}
                checked={columns.includes(column)}
                onChange={({ target }) => {
                  const chosen = all.filter((each) => (each === column ? target.checked : columns.includes(each)));
                  onChange({ columns: chosen.join(',') || 'none' });
                }}
              >
                <span dir="auto">{labelOf(column)}</span>
              </Checkbox>
            ))}
          </div>
        </Popover>
      ) : null}
      <IconButton
        icon={layout === 'list' ? LayoutGrid : List}
        label={layout === 'list' ? t`Show cards` : t`Show rows`}
        onClick={() => onChange({ layout: layout === 'list' ? 'cards' : 'list' })}
      />
    </>
  );
}
