import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Page } from '../../components/page';
import { serverConfig, useRole } from '../session';
import { IntakeAddresses } from './intake-addresses';
import { IntakeFailures } from './intake-failures';
import { IntakeSources } from './intake-sources';

/** How documents come in by themselves, and what of them could not be taken. */
export function IntakePage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const { role, canEdit } = useRole(organizationId);
  const { data: config } = useQuery(serverConfig());
  return (
    <Page
      title={t`Intake`}
      description={
        role === undefined || canEdit ? (
          <Trans>Documents that come in automatically: by e-mail, and from folders and mailboxes on the server.</Trans>
        ) : (
          <Trans>You can see how documents come in. Members, admins and the owner can change it.</Trans>
        )
      }
    >
      {config?.intakeEmails.isEnabled === true ? <IntakeAddresses organizationId={organizationId} /> : null}
      <IntakeSources organizationId={organizationId} />
      <IntakeFailures organizationId={organizationId} />
    </Page>
  );
}
