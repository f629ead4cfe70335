import { useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { Dialog } from '../../components/dialog';
import { DialogButtons, FormProblem, useSave } from '../../components/form';
import { TagChip } from '../../components/tag-chip';
import { TextArea } from '../../components/text-area';
import { TextField } from '../../components/text-field';
import { ColorField } from './color-field';
import { ChoicePicker } from '../../components/choice-picker';
import type { ListedTag, TagFields } from './tags.queries';

export interface TagDialogProps {
  title: string;
  action: string;
  initial: TagFields;
  /** The tags that it may be below. */
  parents: readonly ListedTag[];
  onClose: () => void;
  /** Rejects with what the server refused. */
  onSave: (fields: TagFields) => Promise<void>;
}

/** Name, colour and description of a new or present tag. */
export function TagDialog({ title, action, initial, parents, onClose, onSave }: TagDialogProps) {
  const { t } = useLingui();
  const form = useForm<TagFields>({ defaultValues: initial });
  const { errors, isSubmitting } = form.formState;
  const [name, color, parentId] = form.watch(['name', 'color', 'parentId']);
  const parent = parents.filter(({ id }) => id === parentId);
  const save = useSave(form, ['name', 'color', 'description', 'parentId'], async (fields) => {
    await onSave({
      name: fields.name.trim(),
      color: fields.color.toUpperCase(),
      description: fields.description.trim(),
      parentId: fields.parentId,
    });
    onClose();
  });
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <form className="flex flex-col gap-4" noValidate onSubmit={save}>
        <FormProblem>{errors.root?.message}</FormProblem>
        <TextField
          label={t`Name`}
          autoComplete="off"
          maxLength={64}
          error={errors.name?.message}
          {...form.register('name', { validate: (value) => value.trim() !== '' || t`Enter a name for the tag.` })}
        />
        <ColorField
          value={color}
          error={errors.color?.message}
          onChange={(value) => form.setValue('color', value, { shouldDirty: true, shouldValidate: true })}
        />
        <input
          type="hidden"
          {...form.register('color', {
            validate: (value) => /^#[0-9A-Fa-f]{6}$/.test(value) || t`Enter a color such as #2D8FD5.`,
          })}
        />
        <TextArea
          label={t`Description`}
          hint={t`Optional. Search and automatic tagging use it too.`}
          maxLength={256}
          rows={2}
          error={errors.description?.message}
          {...form.register('description')}
        />
        <ChoicePicker
          label={t`Below the tag`}
          hint={t`Optional. A search for that tag finds the documents of this one, too.`}
          error={errors.parentId?.message}
          items={parents}
          value={parent}
          onChange={(chosen) => form.setValue('parentId', chosen.at(-1)?.id ?? '', { shouldDirty: true })}
        />
        <div className="flex items-center justify-between gap-2">
          <TagChip
            name={name.trim() === '' ? t`Preview` : name}
            color={/^#[0-9A-Fa-f]{6}$/.test(color) ? color : '#808080'}
          />
          <DialogButtons action={action} isBusy={isSubmitting} onCancel={onClose} />
        </div>
      </form>
    </Dialog>
  );
}
