import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button } from '../../components/button';
import { ErrorPanel } from '../../components/error-panel';
import { TextField } from '../../components/text-field';
import { formValues } from '../../lib/form-values';
import { currentUser } from '../session';
import { useCreateOrganization } from './onboarding.queries';

export function NameArchive() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { data: user } = useQuery(currentUser());
  const create = useCreateOrganization();
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) =>
        create.mutate(formValues(event)['name'] ?? '', {
          onSuccess: ({ id }) => void navigate({ to: '/organizations/first', search: { organization: id } }),
        })
      }
    >
      <p className="text-sm text-muted">
        <Trans>
          An organization holds the documents of a person, a family or a company. You can rename it at any time.
        </Trans>
      </p>
      {create.error ? <ErrorPanel error={create.error} /> : null}
      <TextField
        key={user?.id}
        name="name"
        label={t`Name`}
        defaultValue={user ? t`${user.name}’s documents`.slice(0, 50) : ''}
        minLength={3}
        maxLength={50}
        autoFocus
        required
      />
      <Button type="submit" kind="primary" isBusy={create.isPending}>
        <Trans>Continue</Trans>
      </Button>
      <p className="text-sm text-muted">
        <Trans>
          Were you invited?{' '}
          <Link to="/invitations" className="text-accent underline">
            See your invitations
          </Link>
        </Trans>
      </p>
    </form>
  );
}
