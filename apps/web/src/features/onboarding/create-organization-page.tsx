import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button, buttonClasses } from '../../components/button';
import { CenteredPage } from '../../components/centered-page';
import { ErrorPanel } from '../../components/error-panel';
import { TextField } from '../../components/text-field';
import { formValues } from '../../lib/form-values';
import { useCreateOrganization } from './onboarding.queries';

export function CreateOrganizationPage(): ReactNode {
  const { t } = useLingui();
  const navigate = useNavigate();
  const create = useCreateOrganization();
  return (
    <CenteredPage title={t`New organization`}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) =>
          create.mutate(formValues(event)['name'] ?? '', {
            onSuccess: ({ id }) =>
              void navigate({ to: '/organizations/$organizationId/documents', params: { organizationId: id } }),
          })
        }
      >
        <p className="text-sm text-muted">
          <Trans>An organization has its own documents, tags, rules and members.</Trans>
        </p>
        {create.error ? <ErrorPanel error={create.error} /> : null}
        <TextField name="name" label={t`Name`} minLength={3} maxLength={50} autoFocus required />
        <Button type="submit" kind="primary" isBusy={create.isPending}>
          <Trans>Create</Trans>
        </Button>
        <Link to="/organizations" className={buttonClasses({ kind: 'quiet' })}>
          <Trans>Cancel</Trans>
        </Link>
      </form>
    </CenteredPage>
  );
}
