import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { Checkbox } from '../../components/checkbox';
import { ErrorPanel } from '../../components/error-panel';
import { useFormProblem } from '../../components/form';
import { Page } from '../../components/page';
import { Skeleton } from '../../components/skeleton';
import { TextField } from '../../components/text-field';
import { useDone } from '../../components/use-show-problem';
import type { AutoTaggingView } from '../../lib/api';
import { useRole } from '../session';
import { AutoTaggingUsage } from './auto-tagging-usage';
import { organizationSettings, useChangeAutoTagging } from './settings.queries';

export function AutoTaggingPage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const { data, error, refetch } = useQuery(organizationSettings(organizationId));
  return (
    <Page title={t`Automatic tags`} description={<Trans>A service suggests tags for new documents.</Trans>}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <AutoTaggingForm organizationId={organizationId} present={data.ai.autoTagging} />
      ) : error ? null : (
        <Skeleton className="h-48" />
      )}
      <AutoTaggingUsage organizationId={organizationId} />
    </Page>
  );
}

function AutoTaggingForm({ organizationId, present }: { organizationId: string; present: AutoTaggingView }) {
  const { t } = useLingui();
  const { role, isOwner } = useRole(organizationId);
  const change = useChangeAutoTagging(organizationId);
  const done = useDone();
  const form = useForm<AutoTaggingView>({ values: present });
  const { errors, isDirty } = form.formState;
  const showFormProblem = useFormProblem(form.setError, ['maxTags']);
  const save = form.handleSubmit((values) =>
    change.mutate(values, {
      onError: showFormProblem,
      onSuccess: () => done(t`Saved.`, () => change.mutateAsync(present)),
    }),
  );
  return (
    <Card>
      <form noValidate className="flex flex-col gap-3" onSubmit={(event) => void save(event)}>
        {role !== undefined && !isOwner ? (
          <p className="text-muted">
            <Trans>Only the owner can change these settings.</Trans>
          </p>
        ) : null}
        <Checkbox disabled={!isOwner} {...form.register('isEnabled')}>
          <Trans>Add suggested tags to new documents</Trans>
        </Checkbox>
        <Checkbox disabled={!isOwner} {...form.register('canCreateNewTags')}>
          <Trans>Create tags that do not exist yet</Trans>
        </Checkbox>
        <Checkbox disabled={!isOwner} {...form.register('canSuggestDetails')}>
          <Trans>Suggest a date and a name to accept or dismiss</Trans>
        </Checkbox>
        <Checkbox disabled={!isOwner} {...form.register('canSuggestProperties')}>
          <Trans>Suggest property values to accept or dismiss</Trans>
        </Checkbox>
        <div className="max-w-40">
          <TextField
            label={t`Maximum tags per document`}
            type="number"
            min={1}
            max={100}
            disabled={!isOwner}
            error={errors.maxTags?.message ?? errors.root?.message}
            {...form.register('maxTags', { valueAsNumber: true })}
          />
        </div>
        {isOwner ? (
          <Button type="submit" kind="primary" className="self-start" disabled={!isDirty} isBusy={change.isPending}>
            <Trans>Save</Trans>
          </Button>
        ) : null}
      </form>
    </Card>
  );
}
