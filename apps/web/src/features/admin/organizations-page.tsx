import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../../components/page';
import { SelectField } from '../../components/select-field';
import { defined } from '../../lib/defined';
import { ListFilter } from './list-filter';
import { OrganizationRow } from './organization-row';
import { adminOrganizations } from './organizations.queries';
import { PagedList } from './paged-list';

export function OrganizationsPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const shown = useSearch({ from: '/signed-in/admin/organizations' });
  const { q = '', state, page = 1 } = shown;
  const result = useQuery(adminOrganizations({ search: q, state, pageIndex: page - 1 }));
  const show = (change: { [Key in keyof typeof shown]?: (typeof shown)[Key] | undefined }) =>
    void navigate({
      to: '/admin/organizations',
      search: defined({ ...shown, page: undefined, ...change }),
      replace: true,
    });
  const largest = Math.max(0, ...(result.data?.organizations.map(({ documentsSize }) => documentsSize) ?? []));
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
      <PagedList
        label={t`Organizations`}
        result={result}
        rows={result.data?.organizations}
        empty={<Trans>Organization not found.</Trans>}
        page={page}
        onPage={(to) => show({ page: to })}
      >
        {(organization) => <OrganizationRow key={organization.id} organization={organization} largest={largest} />}
      </PagedList>
    </Page>
  );
}
