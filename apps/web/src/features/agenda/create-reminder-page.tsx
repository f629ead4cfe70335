import { useLingui } from '@lingui/react/macro';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Page } from '../../components/page';
import { useRole } from '../session';
import { useAgendaActions } from './agenda.queries';
import { ReminderForm } from './reminder-form';
import { NEW_REMINDER } from './reminder-values';

export function CreateReminderPage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const navigate = useNavigate();
  const { canEdit } = useRole(organizationId);
  const actions = useAgendaActions(organizationId);
  const leave = (): void =>
    void navigate({ to: '/organizations/$organizationId/agenda/reminders', params: { organizationId } });
  return (
    <Page title={t`New reminder`}>
      <ReminderForm
        organizationId={organizationId}
        initial={NEW_REMINDER}
        action={t`Create reminder`}
        canEdit={canEdit}
        onCancel={leave}
        onSave={async (body) => {
          await actions.create(body);
          leave();
        }}
      />
    </Page>
  );
}
