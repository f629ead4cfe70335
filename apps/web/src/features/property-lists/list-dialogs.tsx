import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { Dialog } from '../../components/dialog';
import { DialogButtons, FormProblem, useSave } from '../../components/form';
import { TextField } from '../../components/text-field';
import { propertyKey } from '../../lib/query-language';
import { MergeOptionDialog } from './merge-option-dialog';
import type { ListedOption } from './property-lists.queries';
import type { ListActions } from './use-list-actions';

/** What is open over the list. */
export type OpenedDialog =
  | { kind: 'create' }
  | { kind: 'rename-list'; name: string }
  | { kind: 'delete' | 'merge' | 'rename'; option: ListedOption };

export interface ListDialogsProps {
  organizationId: string;
  propertyId: string;
  opened: OpenedDialog;
  options: readonly ListedOption[];
  actions: ListActions;
  onClose: () => void;
}

export function ListDialogs({ organizationId, propertyId, opened, options, actions, onClose }: ListDialogsProps) {
  const { t } = useLingui();
  if (opened.kind === 'create')
    return <NameDialog title={t`New entry`} action={t`Create`} initial="" onClose={onClose} onSave={actions.create} />;
  if (opened.kind === 'rename-list') {
    const { name } = opened;
    return (
      <NameDialog title={t`Rename`} action={t`Save`} initial={name} onClose={onClose} onSave={actions.renameList} />
    );
  }
  const { option } = opened;
  if (opened.kind === 'rename') {
    const save = (name: string): Promise<void> => actions.rename(option, name);
    return <NameDialog title={t`Rename`} action={t`Save`} initial={option.name} onClose={onClose} onSave={save} />;
  }
  if (opened.kind === 'merge') {
    const others = options.filter(({ id }) => id !== option.id);
    return <MergeOptionDialog {...{ organizationId, propertyId, option, others, onClose }} />;
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t`Delete “${option.name}”?`}
      action={t`Delete`}
      isBusy={actions.isDeleting}
      onConfirm={() => void actions.remove(option).then(onClose)}
    >
      <p>
        <Plural
          value={option.documentsCount}
          _0="No document has it."
          one="# document loses it. The document itself stays. This cannot be undone."
          other="# documents lose it. The documents themselves stay. This cannot be undone."
        />
      </p>
      <p className="mt-2">
        <Trans>To give them another entry instead, merge it into that one.</Trans>
      </p>
    </ConfirmDialog>
  );
}

function NameDialog({
  title,
  action,
  initial,
  onClose,
  onSave,
}: {
  title: string;
  action: string;
  initial: string;
  onClose: () => void;
  /** Rejects with what the server refused. */
  onSave: (name: string) => Promise<void>;
}) {
  const { t } = useLingui();
  const form = useForm<{ name: string }>({ defaultValues: { name: initial } });
  const { errors, isSubmitting } = form.formState;
  const save = useSave(form, ['name'], async ({ name }) => {
    await onSave(name.trim());
    onClose();
  });
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <form className="flex flex-col gap-4" noValidate onSubmit={save}>
        <FormProblem>{errors.root?.message}</FormProblem>
        <TextField
          label={t`Name`}
          autoComplete="off"
          maxLength={255}
          error={errors.name?.message}
          {...form.register('name', {
            validate: (value) => propertyKey(value) !== '' || t`The name needs at least one letter or digit.`,
          })}
        />
        <DialogButtons action={action} isBusy={isSubmitting} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
