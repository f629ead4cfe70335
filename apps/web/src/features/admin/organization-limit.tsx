import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { useFormProblem } from '../../components/form';
import { TextField } from '../../components/text-field';
import { notify } from '../../lib/notifications';
import type { AdminUser } from './admin-types';
import { useChangeUser } from './users.queries';

/** How many organizations a user may own: another number than the server allows everybody, or that one again. */
export function OrganizationLimit({ user }: { user: AdminUser }) {
  const { t } = useLingui();
  const before = user.maxOrganizationCount;
  const change = useChangeUser(user.id);
  const form = useForm({ values: { maxOrganizationCount: before === null ? '' : String(before) } });
  const showFormProblem = useFormProblem(form.setError, ['maxOrganizationCount']);
  const { errors, isDirty } = form.formState;

  const apply = (maxOrganizationCount: number | null): void =>
    change.mutate(
      { maxOrganizationCount },
      {
        onError: showFormProblem,
        onSuccess: () => void notify(t`Limit changed.`),
      },
    );
  const save = form.handleSubmit(({ maxOrganizationCount }) => apply(Number(maxOrganizationCount)));
  return (
    <Card title={t`Organization limit`}>
      <form noValidate className="flex flex-wrap items-end gap-2" onSubmit={(event) => void save(event)}>
        <div className="w-48">
          <TextField
            label={t`Can own up to`}
            inputMode="numeric"
            autoComplete="off"
            error={errors.maxOrganizationCount?.message ?? errors.root?.message}
            {...form.register('maxOrganizationCount', {
              validate: (value) => /^\d{1,4}$/.test(value.trim()) || t`Use a whole number from 0 to 9999.`,
            })}
          />
        </div>
        <Button type="submit" disabled={!isDirty} isBusy={change.isPending}>
          <Trans>Save</Trans>
        </Button>
        <Button kind="quiet" onClick={() => apply(null)}>
          <Trans>Use server limit</Trans>
        </Button>
      </form>
    </Card>
  );
}
