import { useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CenteredPage } from '../../components/centered-page';
import { AddFirstDocument } from './add-first-document';
import { FindFirstDocument } from './find-first-document';
import { NameArchive } from './name-archive';

/** From the name of the archive to the first document that is found. The address says how far it is. */
export function FirstOrganizationPage(): ReactNode {
  const { t } = useLingui();
  const { organization, document } = useSearch({ from: '/signed-in/organizations/first' });
  if (organization === undefined) {
    return (
      <CenteredPage title={t`Name your organization`}>
        <NameArchive />
      </CenteredPage>
    );
  }
  if (document === undefined) {
    return (
      <CenteredPage title={t`Add your first document`}>
        <AddFirstDocument organizationId={organization} />
      </CenteredPage>
    );
  }
  return (
    <CenteredPage title={t`Find it again`}>
      <FindFirstDocument organizationId={organization} documentId={document} />
    </CenteredPage>
  );
}
