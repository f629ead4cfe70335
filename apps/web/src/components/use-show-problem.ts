import { useLingui } from '@lingui/react/macro';
import { problemOf } from '../lib/errors';
import { notifyProblem } from '../lib/notifications';

/** Shows why an action failed, in a corner of the page. */
export function useShowProblem(): (error: unknown) => void {
  const { t } = useLingui();
  return (error) =>
    void notifyProblem(problemOf(error, t`The server does not respond. Check the connection and try again.`));
}
