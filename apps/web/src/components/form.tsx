import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode, SyntheticEvent } from 'react';
import type { FieldValues, Path, UseFormReturn, UseFormSetError } from 'react-hook-form';
import { problemOf } from '../lib/errors';
import { Button } from './button';

/**
 * Shows a refused form: what the server says about a field at that field, the rest above the form (`root`). `renamed`
 * has the fields that are called otherwise in the form than by the server.
 */
export function useFormProblem<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  fields: readonly Path<Values>[],
  renamed: Readonly<Record<string, Path<Values>>> = {},
) {
  const { t } = useLingui();
  return (error: unknown): void => {
    const problem = problemOf(error, t`The server is not responding. Check your connection and try again.`);
    let isShown = false;
    for (const [path, message] of problem.fields) {
      const field = renamed[path] ?? fields.find((name) => path === name || path.startsWith(`${name}.`));
      if (!field) continue;
      setError(field, { message });
      isShown = true;
    }
    if (!isShown) setError('root', { message: problem.message });
  };
}

/** Saves a form that is submitted. `save` rejects with what the server refused, which the form shows. */
export function useSave<Values extends FieldValues>(
  { handleSubmit, setError }: UseFormReturn<Values>,
  fields: readonly Path<Values>[],
  save: (values: Values) => Promise<unknown>,
): (event: SyntheticEvent) => void {
  const showProblem = useFormProblem(setError, fields);
  const submit = handleSubmit((values) => save(values).then(() => undefined, showProblem));
  return (event) => void submit(event);
}

/** What is wrong with a form as a whole. Nothing without children. */
export function FormProblem({ children }: { children: ReactNode }) {
  if (children === undefined) return null;
  return (
    <p role="alert" className="rounded-control bg-danger-bg p-3 text-sm text-danger">
      {children}
    </p>
  );
}

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

/** At the end of the form of a dialog. */
export function DialogButtons({ action, isBusy, onCancel }: { action: string; isBusy: boolean; onCancel: () => void }) {
  return (
    <div className="flex justify-end gap-2">
      <Button onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
      <Button type="submit" kind="primary" isBusy={isBusy}>
        {action}
      </Button>
    </div>
  );
}
