import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { Button } from './button';
import { FormProblem, useSave } from './form-problem';

export interface EditorFormProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  /** Those at which is shown what the server says about them. */
  fields: readonly Path<Values>[];
  canEdit: boolean;
  /** The button that saves. */
  action: string;
  onCancel: () => void;
  /** Rejects with what the server refused. */
  onSave: (values: Values) => Promise<void>;
  children: ReactNode;
}

/** The form of a page that creates or edits one thing. */
export function EditorForm<Values extends FieldValues>({
  form,
  fields,
  canEdit,
  action,
  onCancel,
  onSave,
  children,
}: EditorFormProps<Values>) {
  const { errors, isSubmitting } = form.formState;
  const save = useSave(form, fields, onSave);
  return (
    <form noValidate onSubmit={save}>
      <fieldset disabled={!canEdit} className="flex flex-col gap-5">
        <FormProblem>{errors.root?.message}</FormProblem>
        {children}
        {canEdit ? (
          <div className="flex gap-2">
            <Button kind="primary" type="submit" isBusy={isSubmitting}>
              {action}
            </Button>
            <Button onClick={onCancel}>
              <Trans>Cancel</Trans>
            </Button>
          </div>
        ) : null}
      </fieldset>
    </form>
  );
}
