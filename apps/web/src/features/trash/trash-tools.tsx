import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { SearchField } from '../../components/search-field';
import { SelectField } from '../../components/select-field';
import { useKeys } from '../../lib/keyboard';
import type { TrashSort } from './trash';
import type { TrashView } from './trash.queries';

const PAUSE_MS = 200;

export interface TrashToolsProps {
  view: TrashView;
  onChange: (change: { q?: string; sort?: TrashSort; order?: 'asc' | 'desc' }) => void;
}

/** Name and order of the list. */
export function TrashTools({ view, onChange }: TrashToolsProps) {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  useKeys([{ keys: '/', label: t`Search trash`, group: t`Trash`, run: () => field.current?.focus() }]);
  const sorts = [
    { value: 'deletedAt desc', label: t`Newest deletion first` },
    { value: 'deletedAt asc', label: t`Oldest deletion first` },
    { value: 'name asc', label: t`By name` },
    { value: 'size desc', label: t`Largest first` },
    { value: 'createdAt desc', label: t`Uploaded last` },
  ];
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-48 flex-1">
        <SearchField
          ref={field}
          label={t`Search trash by name`}
          value={view.name}
          pauseMs={PAUSE_MS}
          onChange={(q) => onChange({ q })}
        />
      </div>
      <SelectField
        label={t`Sort by`}
        isLabelHidden
        value={`${view.sort} ${view.order}`}
        options={sorts}
        onChange={({ target }) => {
          const [sort, order] = target.value.split(' ') as [TrashSort, 'asc' | 'desc'];
          onChange({ sort, order });
        }}
      />
    </div>
  );
}
