import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { SubNavigation, subLinkClasses } from '../../components/sub-navigation';
import { FailuresBadge } from '../intake';
import { serverConfig, useRole } from '../session';

const EXACT = { exact: true };

/** The pages of the settings, with their navigation at the side or, on phones, above. */
export function SettingsLayout() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const { data: config } = useQuery(serverConfig());
  const { canAdminister, canEdit } = useRole(organizationId);
  const params = { organizationId };
  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-[minmax(0,1fr)] lg:grid-cols-[160px_minmax(0,1fr)]">
      <div className="px-4 pt-4 sm:pt-6 lg:pe-0">
        <SubNavigation label={t`Settings`} isAtSide>
          <Link
            to="/organizations/$organizationId/settings"
            params={params}
            activeOptions={EXACT}
            className={subLinkClasses}
          >
            <Trans>General</Trans>
          </Link>
          <Link to="/organizations/$organizationId/settings/usage" params={params} className={subLinkClasses}>
            <Trans>Usage</Trans>
          </Link>
          <Link to="/organizations/$organizationId/settings/intake" params={params} className={subLinkClasses}>
            <Trans>Intake</Trans>
            <FailuresBadge organizationId={organizationId} />
          </Link>
          <Link to="/organizations/$organizationId/settings/dates" params={params} className={subLinkClasses}>
            <Trans>Dates</Trans>
          </Link>
          <Link to="/organizations/$organizationId/settings/codes" params={params} className={subLinkClasses}>
            <Trans>Codes</Trans>
          </Link>
          <Link to="/organizations/$organizationId/settings/filing" params={params} className={subLinkClasses}>
            <Trans>Filing</Trans>
          </Link>
          {canEdit ? (
            <Link to="/organizations/$organizationId/settings/webhooks" params={params} className={subLinkClasses}>
              <Trans>Webhooks</Trans>
            </Link>
          ) : null}
          {config?.autoTagging.isEnabled === true ? (
            <Link to="/organizations/$organizationId/settings/auto-tagging" params={params} className={subLinkClasses}>
              <Trans>Automatic tags</Trans>
            </Link>
          ) : null}
          {canAdminister ? (
            <Link to="/organizations/$organizationId/settings/audit" params={params} className={subLinkClasses}>
              <Trans>Audit log</Trans>
            </Link>
          ) : null}
        </SubNavigation>
      </div>
      <Outlet />
    </div>
  );
}
