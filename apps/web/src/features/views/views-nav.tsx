import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { currentUser, useRole } from '../session';
import { useViewActions } from './use-view-actions';
import { ViewDialog } from './lazy-view-dialog';
import { ViewItem } from './view-item';
import { placeAt, treeOf, type Drop, type ViewNode } from './view-tree';
import { allViews, useUpdateView, viewCounts, type DocumentViewView } from './views.queries';

/** The saved views as a tree, in the sidebar. */
export function ViewsNav({ organizationId }: { organizationId: string }) {
  const { t } = useLingui();
  const { canEdit } = useRole(organizationId);
  const { data: user } = useQuery(currentUser());
  const { data: views = [] } = useQuery(allViews(organizationId));
  const { data: counts } = useQuery({ ...viewCounts(organizationId), enabled: views.length > 0 });
  const update = useUpdateView(organizationId);
  const actions = useViewActions(organizationId);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [edited, setEdited] = useState<DocumentViewView>();
  if (views.length === 0) return null;

  const toggle = (id: string): void => {
    const next = new Set(closed);
    if (!next.delete(id)) next.add(id);
    setClosed(next);
  };
  const dropOn = (targetId: string) => (id: string, drop: Drop) => {
    const view = views.find((each) => each.id === id);
    const place = placeAt(views, id, targetId, drop);
    if (view && place) actions.move(view, place);
  };
  const item = ({ view, children }: ViewNode<DocumentViewView>, depth: number): ReactNode => (
    <li key={view.id}>
      <ViewItem
        view={view}
        views={views}
        depth={depth}
        count={view.query === '' ? undefined : counts?.[view.id]}
        isOpen={children.length === 0 ? undefined : !closed.has(view.id)}
        canEdit={canEdit}
        actions={actions}
        onToggle={() => toggle(view.id)}
        onEdit={() => setEdited(view)}
        onDrop={dropOn(view.id)}
      />
      {children.length === 0 || closed.has(view.id) ? null : (
        <ul className="list-none">{children.map((child) => item(child, depth + 1))}</ul>
      )}
    </li>
  );
  const tree = treeOf(views);
  const pinnedFirst = [...tree.filter(({ view }) => view.isPinned), ...tree.filter(({ view }) => !view.isPinned)];
  return (
    <>
      <ul aria-label={t`Views`} className="list-none">
        {pinnedFirst.map((node) => item(node, 0))}
      </ul>
      {edited ? (
        <ViewDialog
          title={t`Edit view`}
          initial={{
            name: edited.name,
            description: edited.description ?? '',
            isShared: edited.isShared,
            isPinned: edited.isPinned,
          }}
          canMakePrivate={!edited.isShared || edited.createdBy === user?.id}
          onClose={() => setEdited(undefined)}
          onSave={(form) => update.mutateAsync({ view: edited, change: form })}
        />
      ) : null}
    </>
  );
}
