import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { SubNavigation, subLinkClasses } from '../../components/sub-navigation';

const EXACT = { exact: true };

export function MembersNavigation({ organizationId }: { organizationId: string }) {
  const { t } = useLingui();
  const params = { organizationId };
  return (
    <SubNavigation label={t`Members and invitations`}>
      <Link
        to="/organizations/$organizationId/members"
        params={params}
        activeOptions={EXACT}
        className={subLinkClasses}
      >
        <Trans>Members</Trans>
      </Link>
      <Link to="/organizations/$organizationId/invitations" params={params} className={subLinkClasses}>
        <Trans>Invitations</Trans>
      </Link>
    </SubNavigation>
  );
}
