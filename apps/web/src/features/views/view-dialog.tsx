import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/button';
import { Checkbox } from '../../components/checkbox';
import { Dialog } from '../../components/dialog';
import { useFormProblem } from '../../components/form-problem';
import { TextArea } from '../../components/text-area';
import { TextField } from '../../components/text-field';

export interface ViewForm {
  name: string;
  description: string;
  isShared: boolean;
  isPinned: boolean;
}

/** Name, description and who sees a view. `canMakePrivate`: only its creator may. */
export function ViewDialog({
  title,
  initial,
  canMakePrivate,
  onSave,
  onClose,
}: {
  title: string;
  initial: ViewForm;
  canMakePrivate: boolean;
  onSave: (form: ViewForm) => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { register, handleSubmit, setError, formState } = useForm<ViewForm>({ defaultValues: initial });
  const showProblem = useFormProblem(setError, ['name', 'description']);
  const { errors, isSubmitting } = formState;
  const onSubmit = handleSubmit((form) => onSave(form).then(onClose, showProblem));
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <form noValidate onSubmit={(event) => void onSubmit(event)} className="flex flex-col gap-4">
        {errors.root?.message === undefined ? null : (
          <p role="alert" className="rounded-control bg-danger-bg p-3 text-sm text-danger">
            {errors.root.message}
          </p>
        )}
        <TextField
          label={t`Name`}
          maxLength={255}
          autoComplete="off"
          error={errors.name?.message}
          {...register('name', { required: t`A view needs a name.` })}
        />
        <TextArea
          label={t`Description`}
          maxLength={256}
          error={errors.description?.message}
          {...register('description')}
        />
        <div className="flex flex-col">
          <Checkbox disabled={!canMakePrivate} {...register('isShared')}>
            <Trans>All members see it</Trans>
          </Checkbox>
          <Checkbox {...register('isPinned')}>
            <Trans>Pinned: it comes first in the sidebar</Trans>
          </Checkbox>
        </div>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" kind="primary" isBusy={isSubmitting}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
