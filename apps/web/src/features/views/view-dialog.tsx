import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { Checkbox } from '../../components/checkbox';
import { Dialog } from '../../components/dialog';
import { DialogButtons, FormProblem, useSave } from '../../components/form';
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
  const form = useForm<ViewForm>({ defaultValues: initial });
  const { register } = form;
  const { errors, isSubmitting } = form.formState;
  const save = useSave(form, ['name', 'description'], (values) => onSave(values).then(onClose));
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <form noValidate onSubmit={save} className="flex flex-col gap-4">
        <FormProblem>{errors.root?.message}</FormProblem>
        <TextField
          label={t`Name`}
          maxLength={255}
          autoComplete="off"
          error={errors.name?.message}
          {...register('name', { required: t`Enter a name for the view.` })}
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
        <DialogButtons action={t`Save`} isBusy={isSubmitting} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
