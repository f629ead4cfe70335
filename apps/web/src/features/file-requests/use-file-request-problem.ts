import { useLingui } from '@lingui/react/macro';
import type { Path, UseFormSetError } from 'react-hook-form';
import { problemOf } from '../../lib/errors';
import type { FileRequestValues } from './file-requests';

/** The fields of the form by the names that the server has for them. */
const FIELDS = new Map<string, Path<FileRequestValues>>([
  ['title', 'title'],
  ['message', 'message'],
  ['tagIds', 'tagIds'],
  ['expiresAt', 'lastDay'],
  ['password', 'password'],
  ['maxFiles', 'maxFiles'],
  ['maxFileBytes', 'maxFileSize'],
]);

/** Shows a refused form: what the server says about a field at that field, the rest above the button. */
export function useFileRequestProblem(setError: UseFormSetError<FileRequestValues>): (error: unknown) => void {
  const { t } = useLingui();
  return (error) => {
    const problem = problemOf(error, t`The server does not respond. Check the connection and try again.`);
    let isShown = false;
    for (const [path, message] of problem.fields) {
      const field = FIELDS.get(path.split('.')[0] ?? '');
      if (field === undefined) continue;
      setError(field, { message });
      isShown = true;
    }
    if (!isShown) setError('root', { message: problem.message });
  };
}
