import { useLingui } from '@lingui/react/macro';
import type { ReactNode, SyntheticEvent } from 'react';
import type { FieldValues, Path, UseFormReturn, UseFormSetError } from 'react-hook-form';
import { problemOf } from '../lib/errors';

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
    const problem = problemOf(error, t`The server does not respond. Check the connection and try again.`);
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
