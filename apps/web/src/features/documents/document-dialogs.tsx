import { Suspense } from 'react';
import { lazyComponent } from '../../lib/lazy-component';
import type { DocumentActions } from './use-document-actions';

const DateDialog = lazyComponent(async () => (await import('./date-dialog')).DateDialog);
const MergeDialog = lazyComponent(async () => (await import('../merging')).MergeDialog);
const PropertyDialog = lazyComponent(async () => (await import('./property-dialog')).PropertyDialog);
const RenameDialog = lazyComponent(async () => (await import('./rename-dialog')).RenameDialog);
const TagDialog = lazyComponent(async () => (await import('./tag-dialog')).TagDialog);

interface DocumentDialogsProps {
  organizationId: string;
  work: DocumentActions;
}

export function DocumentDialogs(props: DocumentDialogsProps) {
  return (
    <Suspense>
      <ChosenDialog {...props} />
    </Suspense>
  );
}

/** The dialog of the action that was chosen. */
function ChosenDialog({ organizationId, work }: DocumentDialogsProps) {
  const onClose = (): void => work.setDialog(undefined);
  const [first] = work.documents;
  switch (work.dialog) {
    case 'tags':
      return (
        <TagDialog
          organizationId={organizationId}
          documents={work.documents}
          isForAll={work.isAll}
          onTag={work.setTag}
          onClose={onClose}
        />
      );
    case 'date':
      return <DateDialog initial={first?.documentDate?.slice(0, 10) ?? ''} onDate={work.setDate} onClose={onClose} />;
    case 'merge':
      return (
        <MergeDialog
          organizationId={organizationId}
          documents={work.selection}
          onClose={onClose}
          onMerged={work.clear}
        />
      );
    case 'property':
      return <PropertyDialog organizationId={organizationId} onChange={work.setProperty} onClose={onClose} />;
    case 'rename':
      return first ? (
        <RenameDialog name={first.name} onName={(name) => work.rename(first, name)} onClose={onClose} />
      ) : null;
    case undefined:
      return null;
  }
}
