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
import { UserRow } from './user-row';
import { PAGE_SIZE, users } from './users.queries';

export function UsersPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const shown = useSearch({ from: '/signed-in/admin/users' });
  const { q = '', role, state, page = 1 } = shown;
  const { data, error, refetch } = useQuery(users({ search: q, role, state, pageIndex: page - 1 }));
  const show = (change: { [Key in keyof typeof shown]?: (typeof shown)[Key] | undefined }) =>
    void navigate({ to: '/admin/users', search: defined({ ...shown, page: undefined, ...change }), replace: true });
  return (
    <Page title={t`Users`}>
      <ListFilter label={t`Search by name, e-mail or id`} search={q} onSearch={(text) => show({ q: text })}>
        <SelectField
          label={t`Role`}
          isLabelHidden
          value={role ?? ''}
          onChange={({ target: { value } }) =>
            show({ role: value === 'admin' || value === 'user' ? value : undefined })
          }
          options={[
            { value: '', label: t`All roles` },
            { value: 'admin', label: t`Administrators` },
            { value: 'user', label: t`Others` },
          ]}
        />
        <SelectField
          label={t`State`}
          isLabelHidden
          value={state ?? ''}
          onChange={({ target: { value } }) =>
            show({ state: value === 'active' || value === 'disabled' ? value : undefined })
          }
          options={[
            { value: '', label: t`All states` },
            { value: 'active', label: t`Active` },
            { value: 'disabled', label: t`Disabled` },
          ]}
        />
      </ListFilter>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {data?.users.length === 0 ? (
        <p className="text-muted">
          <Trans>There is no such user.</Trans>
        </p>
      ) : null}
      {data && data.users.length > 0 ? (
        <ul aria-label={t`Users`} className="flex flex-col divide-y divide-line rounded-menu border border-line">
          {data.users.map((user) => (
            <UserRow key={user.id} user={user} />
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
