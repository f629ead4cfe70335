import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { problemOf } from '../../lib/errors';
import { notify, notifyProblem } from '../../lib/notifications';
import { done } from '../../lib/undo';
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
  const sayWhy = (error: unknown): void => {
    notifyProblem(problemOf(error, t`The server does not respond. Check the connection and try again.`));
  };
  const ignore = (): void => undefined;
  return {
    restore: (ids) =>
      restore.mutateAsync(ids).then(() => {
        done(
          t`${plural(ids.length, { one: '# document was restored.', other: '# documents were restored.' })}`,
          t`Undo`,
          () => again.mutateAsync(ids).then(ignore, sayWhy),
        );
      }, sayWhy),
    purge: (ids) =>
      purge.mutateAsync(ids).then((count) => {
        notify(
          t`${plural(count, { one: '# document was deleted permanently.', other: '# documents were deleted permanently.' })}`,
        );
      }, sayWhy),
    empty: () => empty.mutateAsync().then(() => void notify(t`The trash is being emptied.`), sayWhy),
    isPurging: purge.isPending || empty.isPending,
  };
}
