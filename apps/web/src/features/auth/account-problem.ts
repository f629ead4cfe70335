import { useLingui } from '@lingui/react/macro';
import { problemOf } from '../../lib/errors';
import { fieldOf, type AccountField } from './auth';

/** What to show of a refused form: a text at its field, or the whole above the form. */
export interface AccountProblem {
  fields: Partial<Record<AccountField, string>>;
  /** For `ErrorPanel`. */
  error: unknown;
}

export function useAccountProblem(error: unknown): AccountProblem {
  const { t } = useLingui();
  if (error === null || error === undefined) return { fields: {}, error: undefined };
  const problem = problemOf(error, t`The server is not responding. Check your connection and try again.`);
  const field = fieldOf(problem);
  return field === undefined ? { fields: {}, error } : { fields: { [field]: problem.message }, error: undefined };
}
