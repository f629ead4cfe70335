import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { useFormProblem } from '../../components/form';
import { TextField } from '../../components/text-field';
import { useDone } from '../../components/use-show-problem';
import { useRole } from '../session';
import { useRenameOrganization } from './settings.queries';

const LENGTH = { least: 3, most: 50 };

interface Values {
  name: string;
}

export function RenameOrganization({ organizationId, name: before }: { organizationId: string; name: string }) {
  const { t } = useLingui();
  const { role, canEdit } = useRole(organizationId);
  const rename = useRenameOrganization(organizationId);
  const form = useForm<Values>({ defaultValues: { name: before } });
  const { errors, isDirty } = form.formState;
  const showFormProblem = useFormProblem(form.setError, ['name']);
  const done = useDone();
  const { reset } = form;
  useEffect(() => reset({ name: before }, { keepDirtyValues: true }), [before, reset]);

  const save = form.handleSubmit(({ name: typed }) => {
    const name = typed.trim();
    if (name === before) return;
    rename.mutate(name, {
      onError: showFormProblem,
      onSuccess: () => {
        form.reset({ name });
        done(t`Organization renamed to “${name}”.`, () =>
          rename.mutateAsync(before).then(() => form.reset({ name: before })),
        );
      },
    });
  });

  const isViewer = role !== undefined && !canEdit;
  return (
    <Card title={t`Name`}>
      <form noValidate className="flex flex-wrap items-end gap-2" onSubmit={(event) => void save(event)}>
        <div className="min-w-48 flex-1 sm:max-w-sm">
          <TextField
            label={t`Organization name`}
            disabled={isViewer}
            hint={
              isViewer ? t`Viewers cannot change anything. A member, an admin or the owner can rename it.` : undefined
            }
            error={errors.name?.message ?? errors.root?.message}
            {...form.register('name', {
              validate: (value) => {
                const { length } = value.trim();
                return (length >= LENGTH.least && length <= LENGTH.most) || t`Use 3 to 50 characters.`;
              },
            })}
          />
        </div>
        {isViewer ? null : (
          <Button type="submit" kind="primary" disabled={!isDirty} isBusy={rename.isPending}>
            <Trans>Save</Trans>
          </Button>
        )}
      </form>
    </Card>
  );
}
