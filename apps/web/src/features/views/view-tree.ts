/** What the tree needs to know of a view. */
export interface TreeView {
  id: string;
  parentId: string | null;
  position: number;
}

export interface ViewNode<View extends TreeView> {
  view: View;
  children: ViewNode<View>[];
}

/** The views as a tree, in their order. A view whose parent is not visible stands at the top. */
export function treeOf<View extends TreeView>(views: readonly View[]): ViewNode<View>[] {
  const ids = new Set(views.map(({ id }) => id));
  const below = (parentId: string | null): ViewNode<View>[] =>
    views
      .filter((view) => (view.parentId !== null && ids.has(view.parentId) ? view.parentId : null) === parentId)
      .sort((a, b) => a.position - b.position)
      .map((view) => ({ view, children: below(view.id) }));
  return below(null);
}

export interface Place {
  parentId: string | null;
  position: number;
}

export type Drop = 'after' | 'before' | 'inside';

/** Where a view goes that is dropped on another; undefined when it would be below itself or does not move. */
export function placeAt(views: readonly TreeView[], id: string, targetId: string, drop: Drop): Place | undefined {
  const target = views.find((view) => view.id === targetId);
  if (!target || isBelow(views, targetId, id)) return undefined;
  const parentId = drop === 'inside' ? target.id : target.parentId;
  const siblings = siblingsOf(views, parentId).filter((view) => view.id !== id);
  const at = siblings.findIndex((view) => view.id === targetId);
  const position = drop === 'inside' ? siblings.length : drop === 'before' ? at : at + 1;
  return { parentId, position };
}

export type Move = 'down' | 'in' | 'out' | 'up';

/** Where a view goes by the menu; undefined when it cannot. */
export function placeBy(views: readonly TreeView[], id: string, move: Move): Place | undefined {
  const view = views.find((each) => each.id === id);
  if (!view) return undefined;
  const siblings = siblingsOf(views, view.parentId);
  const at = siblings.findIndex((each) => each.id === id);
  const before = siblings[at - 1];
  switch (move) {
    case 'up':
      return at > 0 ? { parentId: view.parentId, position: at - 1 } : undefined;
    case 'down':
      return at < siblings.length - 1 ? { parentId: view.parentId, position: at + 1 } : undefined;
    case 'in':
      return before ? placeAt(views, id, before.id, 'inside') : undefined;
    case 'out':
      return view.parentId === null ? undefined : placeAt(views, id, view.parentId, 'after');
  }
}

/** Puts a view at its new place, as the server will. */
export function moved<View extends TreeView>(
  views: readonly View[],
  id: string,
  { parentId, position }: Place,
): View[] {
  const siblings = siblingsOf(views, parentId).filter((view) => view.id !== id);
  const order = siblings.map((view) => view.id);
  order.splice(position, 0, id);
  return views.map((view) => {
    const at = order.indexOf(view.id);
    if (at < 0) return view;
    return { ...view, position: at, ...(view.id === id ? { parentId } : {}) };
  });
}

/** Whether a view is `id` itself or somewhere below it. */
function isBelow(views: readonly TreeView[], viewId: string, id: string): boolean {
  const seen = new Set<string>();
  let present: string | null = viewId;
  while (present !== null && !seen.has(present)) {
    if (present === id) return true;
    seen.add(present);
    const at: string = present;
    present = views.find((view) => view.id === at)?.parentId ?? null;
  }
  return false;
}

const siblingsOf = (views: readonly TreeView[], parentId: string | null): TreeView[] =>
  views.filter((view) => view.parentId === parentId).sort((a, b) => a.position - b.position);
