import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { Checkbox } from '../../components/checkbox';
import { FormProblem, useSave } from '../../components/form';
import { QueryList } from '../../components/query-list';
import { Skeleton } from '../../components/skeleton';
import { TextField } from '../../components/text-field';
import { Time } from '../../components/time';
import { useShowProblem } from '../../components/use-show-problem';
import { notify } from '../../lib/notifications';
import { useRole } from '../session';
import { triedPasswords, useAddPassword, useRemovePassword, type NewPassword } from './tried-passwords.queries';

const EMPTY: NewPassword = { name: '', password: '', readAgain: true };

/** The passwords that are tried for protected documents; the server shows their names only. */
export function TriedPasswords({ organizationId }: { organizationId: string }) {
  const { canAdminister } = useRole(organizationId);
  return canAdminister ? <PasswordsCard organizationId={organizationId} /> : null;
}

function PasswordsCard({ organizationId }: { organizationId: string }) {
  const { t } = useLingui();
  const query = useQuery(triedPasswords(organizationId));
  const remove = useRemovePassword(organizationId);
  const showProblem = useShowProblem();
  return (
    <Card title={t`Passwords to try`}>
      <p className="text-muted">
        <Trans>
          Tried on every document that needs a password, such as bank statements. They are stored encrypted and never
          shown again.
        </Trans>
      </p>
      <QueryList label={t`Passwords to try`} query={query} placeholder={<Skeleton className="h-10" />}>
        {({ id, name, createdAt }) => (
          <li key={id} className="flex items-center gap-3 px-3 py-1 text-sm">
            <span className="min-w-0 flex-1 wrap-anywhere" dir="auto">
              {name}
            </span>
            <span className="text-xs text-muted">
              <Time value={createdAt} form="ago" />
            </span>
            <Button
              size="small"
              aria-label={t`Remove password “${name}”`}
              isBusy={remove.isPending && remove.variables === id}
              onClick={() => remove.mutate(id, { onError: showProblem })}
            >
              <Trans>Remove</Trans>
            </Button>
          </li>
        )}
      </QueryList>
      <AddPassword organizationId={organizationId} />
    </Card>
  );
}

function AddPassword({ organizationId }: { organizationId: string }) {
  const { t } = useLingui();
  const add = useAddPassword(organizationId);
  const form = useForm<NewPassword>({ defaultValues: EMPTY });
  const { errors, isSubmitting } = form.formState;
  const save = useSave(form, ['name', 'password'], async (values) => {
    const name = values.name.trim();
    await add.mutateAsync({ ...values, name });
    form.reset({ ...EMPTY, readAgain: values.readAgain });
    notify(values.readAgain ? t`Saved. Protected documents are read again.` : t`Saved.`);
  });
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={save}>
      <FormProblem>{errors.root?.message}</FormProblem>
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-40 flex-1 sm:max-w-60">
          <TextField
            label={t`Whose password it is`}
            hint={t`For example, the name of a bank. Everyone who manages the organization sees it.`}
            autoComplete="off"
            maxLength={64}
            error={errors.name?.message}
            {...form.register('name', { validate: (value) => value.trim() !== '' || t`Enter a name.` })}
          />
        </div>
        <div className="min-w-40 flex-1 sm:max-w-60">
          <TextField
            label={t`Password`}
            type="password"
            autoComplete="off"
            maxLength={256}
            error={errors.password?.message}
            {...form.register('password', { validate: (value) => value !== '' || t`Enter a password.` })}
          />
        </div>
      </div>
      <Checkbox {...form.register('readAgain')}>
        <Trans>Read protected documents again with it</Trans>
      </Checkbox>
      <Button type="submit" kind="primary" className="self-start" isBusy={isSubmitting}>
        <Trans>Add password</Trans>
      </Button>
    </form>
  );
}
