import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useDone, useShowProblem } from '../../components/use-show-problem';
import { notify } from '../../lib/notifications';
import { useEmptyTrash, usePurge, useRestore, useTrashAgain } from './trash.queries';

export interface TrashActions {
  restore: (documentIds: readonly string[]) => Promise<void>;
  purge: (documentIds: readonly string[]) => Promise<void>;
  empty: () => Promise<void>;
  isPurging: boolean;
}

/** What is done with documents of the trash. Each says why when it fails. */
export function useTrashActions(organizationId: string): TrashActions {
  const { t } = useLingui();
  const restore = useRestore(organizationId);
  const again = useTrashAgain(organizationId);
  const purge = usePurge(organizationId);
  const empty = useEmptyTrash(organizationId);
  const done = useDone();
  const showProblem = useShowProblem();
  return {
    restore: (ids) =>
      restore.mutateAsync(ids).then(() => {
        done(t`${plural(ids.length, { one: '# document was restored.', other: '# documents were restored.' })}`, () =>
          again.mutateAsync(ids),
        );
      }, showProblem),
    purge: (ids) =>
      purge.mutateAsync(ids).then((count) => {
        notify(
          t`${plural(count, { one: '# document was deleted permanently.', other: '# documents were deleted permanently.' })}`,
        );
      }, showProblem),
    empty: () => empty.mutateAsync().then(() => void notify(t`Emptying trash.`), showProblem),
    isPurging: purge.isPending || empty.isPending,
  };
}
