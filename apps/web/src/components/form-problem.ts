import { useLingui } from '@lingui/react/macro';
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { problemOf } from '../lib/errors';

/** Shows a refused form: what the server says about a field at that field, the rest above the form (`root`). */
export function useFormProblem<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  fields: readonly Path<Values>[],
) {
  const { t } = useLingui();
  return (error: unknown): void => {
    const problem = problemOf(error, t`The server does not respond. Check the connection and try again.`);
    let isShown = false;
    for (const [path, message] of problem.fields) {
      const field = fields.find((name) => path === name || path.startsWith(`${name}.`));
      if (!field) continue;
      setError(field, { message });
      isShown = true;
    }
    if (!isShown) setError('root', { message: problem.message });
  };
}
