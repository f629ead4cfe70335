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
import type { CodeSettingsView } from '../../lib/api';
import { useRole } from '../session';
import { codeSettings, useChangeCodeSettings } from './codes.queries';
import { fieldsOf, settingsOf, SplitSettings, type CodeFields } from './split-settings';

/** What is done with barcodes and QR codes on new documents. */
export function CodesPage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const { data, error, refetch } = useQuery(codeSettings(organizationId));
  return (
    <Page
      title={t`Codes`}
      description={
        <Trans>
          Barcodes (Code 128), QR codes and Data Matrix codes are read from new PDFs and images. Existing documents have
          to be read again.
        </Trans>
      }
    >
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <CodesForm organizationId={organizationId} present={data} />
      ) : error ? null : (
        <Skeleton className="h-48" />
      )}
    </Page>
  );
}

function CodesForm({ organizationId, present }: { organizationId: string; present: CodeSettingsView }) {
  const { t } = useLingui();
  const { role, isOwner } = useRole(organizationId);
  const change = useChangeCodeSettings(organizationId);
  const done = useDone();
  const form = useForm<CodeFields>({ values: fieldsOf(present) });
  const { errors, isDirty } = form.formState;
  const showFormProblem = useFormProblem(form.setError, ['archiveNumberPrefix', 'tagPrefix', 'separators']);
  const save = form.handleSubmit((values) =>
    change.mutate(settingsOf(values), {
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
          <Trans>Look for codes on new documents</Trans>
        </Checkbox>
        <div className="flex max-w-xl flex-col gap-3">
          <TextField
            label={t`Prefix of archive numbers`}
            hint={t`With ASN here, a label ASN00042 sets the archive number 42. Leave empty to ignore labels.`}
            maxLength={32}
            disabled={!isOwner}
            error={errors.archiveNumberPrefix?.message ?? errors.root?.message}
            {...form.register('archiveNumberPrefix')}
          />
          <TextField
            label={t`Prefix of tags`}
            hint={t`With TAG: here, a code TAG:invoice adds the tag “invoice”. Leave empty to add no tags.`}
            maxLength={32}
            disabled={!isOwner}
            error={errors.tagPrefix?.message}
            {...form.register('tagPrefix')}
          />
        </div>
        <Checkbox disabled={!isOwner} {...form.register('canCreateTags')}>
          <Trans>Create tags that do not exist yet</Trans>
        </Checkbox>
        <SplitSettings register={form.register} isOwner={isOwner} error={errors.separators?.message} />
        {isOwner ? (
          <Button type="submit" kind="primary" className="self-start" disabled={!isDirty} isBusy={change.isPending}>
            <Trans>Save</Trans>
          </Button>
        ) : null}
      </form>
    </Card>
  );
}
