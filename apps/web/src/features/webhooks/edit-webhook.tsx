import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { useFormProblem } from '../../components/form';
import { useDone } from '../../components/use-show-problem';
import type { WebhookView } from '../../lib/api';
import { useRole } from '../session';
import { WebhookFields, type WebhookValues } from './webhook-form';
import type { WebhookEvent } from './webhook-events';
import { useUpdateWebhook, type WebhookAddress } from './webhooks.queries';

const valuesOf = ({ name, url, events }: WebhookView): WebhookValues => ({
  name,
  url,
  events: events as WebhookEvent[],
});

export function EditWebhook({ address, webhook }: { address: WebhookAddress; webhook: WebhookView }) {
  const { t } = useLingui();
  const { canEdit } = useRole(address.organizationId);
  const update = useUpdateWebhook(address);
  const done = useDone();
  // What others change arrives in the fields that are untouched here.
  const form = useForm<WebhookValues>({ values: valuesOf(webhook), resetOptions: { keepDirtyValues: true } });
  const showFormProblem = useFormProblem(form.setError, ['name', 'url', 'events']);
  const { isDirty } = form.formState;
  const save = form.handleSubmit((values) => {
    const before = valuesOf(webhook);
    update.mutate(values, {
      onError: showFormProblem,
      onSuccess: () => {
        form.reset(values);
        done(t`Webhook saved.`, () => {
          form.reset(before);
          return update.mutateAsync(before);
        });
      },
    });
  });
  return (
    <Card title={t`Address and events`}>
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
        <WebhookFields form={form} disabled={!canEdit} />
        {canEdit ? (
          <div className="flex gap-2">
            <Button type="submit" kind="primary" disabled={!isDirty} isBusy={update.isPending}>
              <Trans>Save</Trans>
            </Button>
            {isDirty ? (
              <Button onClick={() => form.reset(valuesOf(webhook))}>
                <Trans>Discard</Trans>
              </Button>
            ) : null}
          </div>
        ) : null}
      </form>
    </Card>
  );
}
