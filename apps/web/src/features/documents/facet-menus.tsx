import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Check, ChevronDown, Search } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { Menu, MenuItem, MenuSeparator } from '../../components/menu';
import { Skeleton } from '../../components/skeleton';
import { allProperties } from '../../lib/all-properties.queries';
import { typeLabel } from '../../lib/file-kinds';
import { formatNumber } from '../../lib/format';
import { ofRole, ROLES } from '../property-lists';
import { facets, type FacetsView } from './documents.queries';
import { useOnFilter } from './filter-context';
import { hasCondition, type Condition } from './query-edit';

interface Choice {
  label: string;
  count: number;
  condition: Condition;
}

/** The server counts so many of each kind, the most frequent. */
const MOST_COUNTED = 20;

export interface FacetMenusProps {
  organizationId: string;
  q: string;
  /** Begins to type a filter, for what is not among those that are counted. */
  onType: (field: string) => void;
}

/** Menus of what the found documents have, with counts. */
export function FacetMenus({ organizationId, q, onType }: FacetMenusProps) {
  const { t } = useLingui();
  const { data: definitions } = useQuery(allProperties(organizationId));
  const lists = ROLES.flatMap((role) => ofRole(definitions, role) ?? []).filter(({ hidden }) => !hidden);
  const isApart = (key: string): boolean =>
    definitions?.some((each) => each.key === key && (each.hidden || each.role !== null)) === true;
  const menu = (name: string, choices: (data: FacetsView) => Choice[], field?: string): ReactNode => (
    <Menu
      trigger={
        <Button kind="quiet" size="small">
          {name}
          <ChevronDown aria-hidden size={14} />
        </Button>
      }
    >
      <Choices
        organizationId={organizationId}
        q={q}
        choices={choices}
        onMore={field === undefined ? undefined : () => onType(field)}
      />
    </Menu>
  );
  return (
    <div role="group" aria-label={t`Filters`} className="flex items-center gap-1 overflow-x-auto">
      {menu(
        t`Tag`,
        ({ tags }) => tags.map(({ name, count }) => ({ label: name, count, condition: { field: 'tag', value: name } })),
        'tag',
      )}
      {menu(t`Type`, ({ types }) =>
        types.map(({ type, count }) => ({
          label: typeLabel({ mimeType: type, name: '' }),
          count,
          condition: { field: 'type', value: type },
        })),
      )}
      {menu(t`Year`, ({ years }) =>
        years.map(({ year, count }) =>
          year === null
            ? { label: t`Without a date`, count, condition: { field: 'has', value: 'date', isExcluded: true } }
            : { label: String(year), count, condition: { field: 'date', value: String(year) } },
        ),
      )}
      {lists.map(({ id, key, name }) => (
        <Fragment key={id}>
          {menu(
            name,
            ({ properties }) =>
              properties
                .filter((property) => property.key === key)
                .flatMap(({ values }) =>
                  values.map(({ label, count }) => ({ label, count, condition: { field: key, value: label } })),
                ),
            key,
          )}
        </Fragment>
      ))}
      {menu(t`Property`, ({ properties }) =>
        properties
          .filter(({ key }) => !isApart(key))
          .flatMap(({ key, name, values }) =>
            values.map(({ label, count }) => ({
              label: `${name}: ${label}`,
              count,
              condition: { field: key, value: label },
            })),
          ),
      )}
    </div>
  );
}

/** Mounted when the menu is open, so that nothing is counted before. */
function Choices({
  organizationId,
  q,
  choices,
  onMore,
}: {
  organizationId: string;
  q: string;
  choices: (data: FacetsView) => Choice[];
  onMore: (() => void) | undefined;
}) {
  const { t } = useLingui();
  const onFilter = useOnFilter();
  const { data, error } = useQuery(facets(organizationId, q));
  if (error) return <p className="p-2 text-muted">{t`The counts could not be loaded.`}</p>;
  if (!data) return <Skeleton className="h-24 w-48" />;
  const all = choices(data);
  if (all.length === 0) return <p className="p-2 text-muted">{t`No options`}</p>;
  return (
    <>
      {all.map(({ label, count, condition }) => (
        <MenuItem
          key={`${condition.field} ${condition.value}`}
          {...(hasCondition(q, condition) ? { icon: Check } : {})}
          onSelect={({ altKey }) => onFilter(condition, { altKey })}
        >
          <span className="flex justify-between gap-6">
            <span className="truncate">{label}</span>
            <span className="text-muted">{formatNumber(count)}</span>
          </span>
        </MenuItem>
      ))}
      {onMore && all.length >= MOST_COUNTED ? (
        <>
          <MenuSeparator />
          <MenuItem icon={Search} onSelect={onMore}>
            {t`Find another…`}
          </MenuItem>
        </>
      ) : null}
    </>
  );
}
