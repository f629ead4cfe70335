import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type KeyboardEvent } from 'react';
import { ErrorPanel } from '../../components/error-panel';
import { useDocumentTitle } from '../../components/page';
import { Skeleton } from '../../components/skeleton';
import {
  DocumentName,
  oneDocument,
  PropertiesTab,
  useDocumentChanges,
  type ArchiveDocument,
  type DocumentIds,
} from '../document';
import { useRole } from '../session';
import { useHits, Viewer } from '../viewer';
import type { InboxState } from './use-inbox';
import { useInboxKeys } from './use-inbox-keys';
import { useSuggestions } from './use-suggestions';

/** The pages of one document, next to what people decide about it. */
export function TriagedDocument({ path, inbox }: { path: DocumentIds; inbox: InboxState }) {
  const { data, error, refetch } = useQuery(oneDocument(path));
  if (data) return <LoadedDocument path={path} document={data} inbox={inbox} />;
  return (
    <div className="min-w-0 flex-1 p-4">
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-full w-full" />}
    </div>
  );
}

/** Escape gives the keys back to the page. A list that is open takes the first one; the field itself would take them all. */
function leaveField({ key, target }: KeyboardEvent): void {
  if (key !== 'Escape' || !(target instanceof HTMLElement) || target.ariaExpanded === 'true') return;
  target.blur();
}

function LoadedDocument({
  path,
  document,
  inbox,
}: {
  path: DocumentIds;
  document: ArchiveDocument;
  inbox: InboxState;
}) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { canEdit } = useRole(path.organizationId);
  const changes = useDocumentChanges(path);
  const suggestions = useSuggestions(path, document, changes);
  const [isRenaming, setIsRenaming] = useState(false);
  const [page, setPage] = useState(1);
  const [find, setFind] = useState('');
  const hits = useHits(path.organizationId, path.documentId, find.trim());
  useDocumentTitle(document.name);
  useInboxKeys({
    canEdit,
    go: inbox.go,
    confirm: inbox.confirm,
    acceptAll: () => void suggestions.acceptAll(),
    answerFirst: (isAccepted) => void suggestions.answerFirst(isAccepted),
    rename: () => setIsRenaming(true),
    open: () => void navigate({ to: '/organizations/$organizationId/documents/$documentId', params: path }),
    trash: () => void inbox.leave(changes.trash),
  });
  const { extraction, mimeType, content, preview } = document;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col max-lg:overflow-y-auto lg:flex-row">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col max-lg:h-[60dvh] max-lg:flex-none">
        <Viewer
          document={{
            ...{ ...path, mimeType, content, preview },
            isRead: extraction.status === 'completed',
            reason: extraction.reason,
          }}
          hits={hits}
          searchQuery={find}
          onSearch={setFind}
          page={page}
          onPage={setPage}
        />
      </div>
      <aside
        aria-label={t`Details`}
        className="flex shrink-0 flex-col gap-4 overflow-y-auto border-line bg-panel p-3 max-lg:border-t lg:w-80 lg:border-s"
      >
        <div className="flex shrink-0">
          <DocumentName
            name={document.name}
            canEdit={canEdit}
            isEditing={isRenaming}
            onEditing={setIsRenaming}
            onRename={(name) => void changes.update({ name }, t`Renamed to “${name}”`)}
          />
        </div>
        <div onKeyDownCapture={leaveField}>
          <PropertiesTab path={path} document={document} canEdit={canEdit} changes={changes} />
        </div>
      </aside>
    </div>
  );
}
