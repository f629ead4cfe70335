import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import { Controller, useForm } from 'react-hook-form';
import { Button } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { useFormProblem } from '../../components/form';
import { Page } from '../../components/page';
import { notify } from '../../lib/notifications';
import { useRole } from '../session';
import { WebhookSecretField } from './webhook-secret-field';
import { WebhookFields, type WebhookValues } from './webhook-form';
import { useCreateWebhook } from './webhooks.queries';

interface Values extends WebhookValues {
  secret: string;
}

const EMPTY: Values = { name: '', url: '', secret: '', events: ['document:created'] };

export function CreateWebhookPage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const { role, canEdit } = useRole(organizationId);
  return (
    <Page title={t`New webhook`}>
      {canEdit ? <CreateWebhookForm organizationId={organizationId} /> : null}
      {role !== undefined && !canEdit ? (
        <EmptyState icon={ShieldAlert} title={t`Viewers cannot create webhooks`}>
          <Trans>Ask a member, an admin or the owner.</Trans>
        </EmptyState>
      ) : null}
    </Page>
  );
}

function CreateWebhookForm({ organizationId }: { organizationId: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const create = useCreateWebhook(organizationId);
  const form = useForm<Values>({ defaultValues: EMPTY });
  const showFormProblem = useFormProblem(form.setError, ['name', 'url', 'secret', 'events']);
  const { errors } = form.formState;
  const save = form.handleSubmit(({ secret, ...fields }) =>
    create.mutate(
      { ...fields, name: fields.name.trim(), ...(secret !== '' && { secret }) },
      {
        onError: showFormProblem,
        onSuccess: ({ id: webhookId }) => {
          notify(t`Webhook created. Send a test message to try it.`);
          void navigate({
            to: '/organizations/$organizationId/settings/webhooks/$webhookId',
            params: { organizationId, webhookId },
          });
        },
      },
    ),
  );
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
      <WebhookFields form={form}>
        <Controller
          control={form.control}
          name="secret"
          render={({ field }) => (
            <WebhookSecretField
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              onGenerate={field.onChange}
              error={errors.secret?.message}
            />
          )}
        />
      </WebhookFields>
      <Button type="submit" kind="primary" className="self-start" isBusy={create.isPending}>
        <Trans>Create webhook</Trans>
      </Button>
    </form>
  );
}
