import { DateDialog } from './date-dialog';
import { PropertyDialog } from './property-dialog';
import { RenameDialog } from './rename-dialog';
import { TagDialog } from './tag-dialog';
import type { DocumentActions } from './use-document-actions';

/** The dialog of the action that was chosen. */
export function DocumentDialogs({ organizationId, work }: { organizationId: string; work: DocumentActions }) {
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
