import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Page } from '../../components/page';
import { useRole } from '../session';
import { NEW_PROPERTY } from './properties';
import { allProperties } from '../../lib/all-properties.queries';
import { PropertyForm } from './property-form';
import { usePropertyActions } from './use-property-actions';

const NO_COUNTS: ReadonlyMap<string, number> = new Map();

export function CreatePropertyPage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const navigate = useNavigate();
  const { canEdit } = useRole(organizationId);
  const { data: properties = [] } = useQuery(allProperties(organizationId));
  const actions = usePropertyActions(organizationId);
  const leave = (): void =>
    void navigate({ to: '/organizations/$organizationId/custom-properties', params: { organizationId } });
  const displayOrder = Math.max(-1, ...properties.map((property) => property.displayOrder)) + 1;
  return (
    <Page title={t`New property`}>
      <PropertyForm
        initial={NEW_PROPERTY}
        action={t`Create property`}
        canEdit={canEdit}
        isNew
        counts={NO_COUNTS}
        onCancel={leave}
        onSave={async (fields) => {
          await actions.create(fields, displayOrder);
          leave();
        }}
      />
    </Page>
  );
}
