import { useLingui } from '@lingui/react/macro';
import { problemOf } from '../lib/errors';
import { notifyProblem } from '../lib/notifications';
import { done } from '../lib/undo';

/** Shows why an action failed, in a corner of the page. */
export function useShowProblem(): (error: unknown) => void {
  const { t } = useLingui();
  return (error) =>
    void notifyProblem(problemOf(error, t`The server is not responding. Check your connection and try again.`));
}

/** Says what was done, with its undo, which says why when it fails. */
export function useDone(): (text: string, undo: () => Promise<unknown>) => void {
  const { t } = useLingui();
  const showProblem = useShowProblem();
  return (text, undo) => void done(text, t`Undo`, () => undo().then(() => undefined, showProblem));
}
