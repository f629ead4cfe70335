import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { Pager } from '../../components/pager';
import { SelectField } from '../../components/select-field';
import { Skeleton } from '../../components/skeleton';
import { defined } from '../../lib/defined';
import { ListFilter } from './list-filter';
import { OrganizationRow } from './organization-row';
import { adminOrganizations, PAGE_SIZE } from './organizations.queries';

export function OrganizationsPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const shown = useSearch({ from: '/signed-in/admin/organizations' });
  const { q = '', state, page = 1 } = shown;
  const { data, error, refetch } = useQuery(adminOrganizations({ search: q, state, pageIndex: page - 1 }));
  const show = (change: { [Key in keyof typeof shown]?: (typeof shown)[Key] | undefined }) =>
    void navigate({
      to: '/admin/organizations',
      search: defined({ ...shown, page: undefined, ...change }),
      replace: true,
    });
  const largest = Math.max(0, ...(data?.organizations.map(({ documentsSize }) => documentsSize) ?? []));
  return (
    <Page title={t`Organizations`}>
      <ListFilter label={t`Search by name or id`} search={q} onSearch={(text) => show({ q: text })}>
        <SelectField
          label={t`State`}
          isLabelHidden
          value={state ?? ''}
          onChange={({ target: { value } }) =>
            show({ state: value === 'deleted' || value === 'all' ? value : undefined })
          }
          options={[
            { value: '', label: t`In use` },
            { value: 'deleted', label: t`Deleted` },
            { value: 'all', label: t`All states` },
          ]}
        />
      </ListFilter>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {data?.organizations.length === 0 ? (
        <p className="text-muted">
          <Trans>There is no such organization.</Trans>
        </p>
      ) : null}
      {data && data.organizations.length > 0 ? (
        <ul
          aria-label={t`Organizations`}
          className="flex flex-col divide-y divide-line rounded-menu border border-line"
        >
          {data.organizations.map((organization) => (
            <OrganizationRow key={organization.id} organization={organization} largest={largest} />
          ))}
        </ul>
      ) : null}
      {data || error ? null : <Skeleton className="h-96" />}
      {data ? (
        <Pager
          pageIndex={page - 1}
          pageSize={PAGE_SIZE}
          totalCount={data.totalCount}
          onPage={(pageIndex) => show({ page: pageIndex + 1 })}
        />
      ) : null}
    </Page>
  );
}
