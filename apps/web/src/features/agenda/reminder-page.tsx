import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { Skeleton } from '../../components/skeleton';
import { useShowProblem } from '../../components/use-show-problem';
import { useRole } from '../session';
import { oneReminder, useAgendaActions } from './agenda.queries';
import { ReminderForm } from './reminder-form';

export function ReminderPage() {
  const { t } = useLingui();
  const { organizationId, reminderId } = useParams({
    from: '/signed-in/organizations/$organizationId/agenda/reminders/$reminderId',
  });
  const navigate = useNavigate();
  const { canEdit } = useRole(organizationId);
  const { data: reminder, error, refetch } = useQuery(oneReminder(organizationId, reminderId));
  const actions = useAgendaActions(organizationId);
  const showProblem = useShowProblem();
  const [isDeleting, setIsDeleting] = useState(false);
  const leave = (): void =>
    void navigate({ to: '/organizations/$organizationId/agenda/reminders', params: { organizationId } });
  return (
    <Page
      title={reminder?.name ?? t`Reminder`}
      actions={
        reminder && canEdit ? (
          <Button kind="danger" onClick={() => setIsDeleting(true)}>
            <Trash2 aria-hidden size={16} />
            <Trans>Delete</Trans>
          </Button>
        ) : undefined
      }
    >
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {!reminder && !error ? <Skeleton className="h-80" /> : null}
      {reminder ? (
        <>
          <ReminderForm
            key={reminder.updatedAt}
            organizationId={organizationId}
            initial={reminder}
            action={t`Save`}
            canEdit={canEdit}
            onCancel={leave}
            onSave={async (body) => {
              await actions.update(reminder, body);
              leave();
            }}
          />
          <ConfirmDialog
            isOpen={isDeleting}
            onClose={() => setIsDeleting(false)}
            title={t`Delete reminder?`}
            action={t`Delete reminder`}
            onConfirm={() => void actions.remove(reminder).then(leave, showProblem)}
          >
            <Trans>Its entries leave the agenda. Documents are not changed.</Trans>
          </ConfirmDialog>
        </>
      ) : null}
    </Page>
  );
}
