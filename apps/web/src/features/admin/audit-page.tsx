import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../../components/page';
import { SelectField } from '../../components/select-field';
import { AuditLog, type AuditScope } from '../audit';
import { adminOrganization } from './organizations.queries';

/** The log of the installation, of one organization, or all of them together. */
export function AuditPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { scope: wanted, organization: organizationId, ...filter } = useSearch({ from: '/signed-in/admin/audit' });
  const scope: AuditScope =
    organizationId === undefined
      ? { kind: wanted ?? 'installation' }
      : { kind: 'organization', organizationId, asAdministrator: true };
  return (
    <Page
      title={t`Audit log`}
      description={
        <Trans>
          Who did what, when and from where. What concerns no organization, such as sign-ins, is in the log of the
          server; each organization has its own.
        </Trans>
      }
      actions={
        organizationId === undefined ? (
          <SelectField
            label={t`Which log`}
            isLabelHidden
            value={scope.kind}
            onChange={({ target }) =>
              void navigate({
                to: '/admin/audit',
                search: target.value === 'all' ? { ...filter, scope: 'all' } : filter,
                replace: true,
              })
            }
            options={[
              { value: 'installation', label: t`Server log` },
              { value: 'all', label: t`All logs` },
            ]}
          />
        ) : undefined
      }
    >
      {organizationId === undefined ? null : <OfOrganization organizationId={organizationId} />}
      <AuditLog
        scope={scope}
        filter={filter}
        onFilter={(search) =>
          void navigate({
            to: '/admin/audit',
            search: {
              ...search,
              ...(wanted && { scope: wanted }),
              ...(organizationId !== undefined && { organization: organizationId }),
            },
            replace: true,
          })
        }
      />
    </Page>
  );
}

function OfOrganization({ organizationId }: { organizationId: string }) {
  const { data } = useQuery(adminOrganization(organizationId));
  const name = <bdi>{data?.name ?? organizationId}</bdi>;
  return (
    <p>
      <Trans>
        Organization:{' '}
        <Link
          to="/admin/organizations/$organizationId"
          params={{ organizationId }}
          className="font-medium text-accent underline"
        >
          {name}
        </Link>
        .
      </Trans>{' '}
      <Link to="/admin/audit" className="text-accent underline">
        <Trans>Go to server log</Trans>
      </Link>
    </p>
  );
}
