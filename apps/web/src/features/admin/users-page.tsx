import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../../components/page';
import { SelectField } from '../../components/select-field';
import { defined } from '../../lib/defined';
import { ListFilter } from './list-filter';
import { PagedList } from './paged-list';
import { UserRow } from './user-row';
import { users } from './users.queries';

export function UsersPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const shown = useSearch({ from: '/signed-in/admin/users' });
  const { q = '', role, state, page = 1 } = shown;
  const result = useQuery(users({ search: q, role, state, pageIndex: page - 1 }));
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
      <PagedList
        label={t`Users`}
        result={result}
        rows={result.data?.users}
        empty={<Trans>User not found.</Trans>}
        page={page}
        onPage={(to) => show({ page: to })}
      >
        {(user) => <UserRow key={user.id} user={user} />}
      </PagedList>
    </Page>
  );
}
