import { useLingui } from '@lingui/react/macro';
import { useShowProblem } from '../../components/use-show-problem';
import { done } from '../../lib/undo';
import type { Place } from './view-tree';
import { bodyOf, useCreateView, useDeleteView, useUpdateView, type DocumentViewView } from './views.queries';

export interface ViewActions {
  move: (view: DocumentViewView, place: Place) => void;
  pin: (view: DocumentViewView) => void;
  remove: (view: DocumentViewView, children: readonly DocumentViewView[]) => Promise<void>;
}

/** What the menu and the dragging of a view do, each with its undo. */
export function useViewActions(organizationId: string): ViewActions {
  const { t } = useLingui();
  const update = useUpdateView(organizationId);
  const create = useCreateView(organizationId);
  const remove = useDeleteView(organizationId);
  const showProblem = useShowProblem();
  const attempt = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (error) {
      showProblem(error);
      return false;
    }
  };
  return {
    move: (view, place) => {
      const { parentId, position, name } = view;
      void attempt(update.mutateAsync({ view, change: place })).then((isMoved) => {
        if (isMoved)
          done(
            t`“${name}” moved`,
            t`Undo`,
            () => void attempt(update.mutateAsync({ view: { ...view, ...place }, change: { parentId, position } })),
          );
      });
    },
    pin: (view) => void attempt(update.mutateAsync({ view, change: { isPinned: !view.isPinned } })),
    remove: async (view, children) => {
      const { name } = view;
      if (!(await attempt(remove.mutateAsync(view)))) return;
      // The server has moved the views below it to its place.
      const restore = async (): Promise<void> => {
        const { id } = await create.mutateAsync(bodyOf(view));
        for (const child of children)
          await update.mutateAsync({ view: child, change: { parentId: id, position: child.position } });
      };
      done(t`View “${name}” deleted`, t`Undo`, () => void attempt(restore()));
    },
  };
}
