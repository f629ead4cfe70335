import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Page } from '../../components/page';
import { useRole } from '../session';
import { AuditLog } from './audit-log';

const ROUTE = '/signed-in/organizations/$organizationId/settings/audit';

/** For admins and the owner of an organization. */
export function OrganizationAuditPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { organizationId } = useParams({ from: ROUTE });
  const filter = useSearch({ from: ROUTE });
  const { role, canAdminister } = useRole(organizationId);
  return (
    <Page
      title={t`Audit log`}
      description={
        role === undefined || canAdminister ? (
          <Trans>Who did what in this organization, when and from where. Entries are never changed.</Trans>
        ) : (
          <Trans>Only the owner and admins can see the audit log.</Trans>
        )
      }
    >
      {canAdminister ? (
        <AuditLog
          scope={{ kind: 'organization', organizationId, asAdministrator: false }}
          filter={filter}
          onFilter={(search) =>
            void navigate({
              to: '/organizations/$organizationId/settings/audit',
              params: { organizationId },
              search,
              replace: true,
            })
          }
        />
      ) : null}
    </Page>
  );
}
