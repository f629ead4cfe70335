import { useLingui } from '@lingui/react/macro';
import { done } from '../lib/undo';
import { useShowProblem } from './use-show-problem';

/** Says what was done, with its undo, which says why when it fails. */
export function useDone(): (text: string, undo: () => Promise<unknown>) => void {
  const { t } = useLingui();
  const showProblem = useShowProblem();
  return (text, undo) => void done(text, t`Undo`, () => undo().then(() => undefined, showProblem));
}
