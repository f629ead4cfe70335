import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useShowProblem } from '../../components/use-show-problem';
import { done } from '../../lib/undo';
import { patchLists, useRename, type DocumentView } from './documents.queries';

/** Renames a document in all lists at once, with its undo. A failure shows the old name again, and why. */
export function useRenameDocument(organizationId: string): (document: DocumentView, name: string) => void {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const renaming = useRename(organizationId);
  const showProblem = useShowProblem();
  return (document, name) => {
    const show = (shown: string): void =>
      patchLists(queryClient, organizationId, (each) => (each.id === document.id ? { ...each, name: shown } : each));
    const change = (next: string): Promise<void> => {
      show(next);
      return renaming.mutateAsync({ documentId: document.id, name: next }).then(
        () => undefined,
        (error: unknown) => {
          show(document.name);
          showProblem(error);
        },
      );
    };
    void change(name);
    done(t`Renamed to “${name}”`, t`Undo`, () => change(document.name));
  };
}
