import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { FileX } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Dialog } from '../../components/dialog';
import { EmptyState } from '../../components/empty-state';
import { ErrorPanel } from '../../components/error-panel';
import { Page, useDocumentTitle } from '../../components/page';
import { Skeleton } from '../../components/skeleton';
import { isStatus } from '../../lib/errors';
import { useMedia } from '../../lib/media';
import { useRole } from '../session';
import { useShareDialog } from '../share-links';
import { useHits, Viewer } from '../viewer';
import { DocumentHeader } from './document-header';
import { DocumentNotices } from './document-notices';
import { DocumentPanel, type PanelTab } from './document-panel';
import { oneDocument, type ArchiveDocument, type DocumentIds } from './document.queries';
import { useDocumentChanges } from './use-document-changes';
import { useDocumentKeys } from './use-document-keys';
import { useListPlace } from './use-list-place';
import { usePagesDialog } from './use-pages-dialog';
import { useSplitDialog } from './use-split-dialog';

const FROM = '/signed-in/organizations/$organizationId/documents/$documentId';
const WIDE = '(min-width: 1024px)';
const PAGE_IN_ADDRESS_MS = 250;

export function DocumentPage(): ReactNode {
  const { t } = useLingui();
  const path = useParams({ from: FROM });
  const { data: document, error, refetch } = useQuery(oneDocument(path));
  if (document) return <OpenDocument key={path.documentId} path={path} document={document} />;
  if (error && isStatus(error, 404)) {
    return (
      <Page title={t`Document not found`}>
        <EmptyState
          icon={FileX}
          title={t`Nothing to show`}
          action={
            <Link
              to="/organizations/$organizationId/documents"
              params={{ organizationId: path.organizationId }}
              className="underline"
            >
              <Trans>Go to documents</Trans>
            </Link>
          }
        >
          <Trans>It was permanently deleted, or it belongs to another organization.</Trans>
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title={t`Document`}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-[70dvh] w-full" />}
    </Page>
  );
}

function OpenDocument({ path, document }: { path: DocumentIds; document: ArchiveDocument }) {
  const { t } = useLingui();
  const search = useSearch({ from: FROM });
  const navigate = useNavigate({ from: '/organizations/$organizationId/documents/$documentId' });
  const isWide = useMedia(WIDE);
  const { canEdit } = useRole(path.organizationId);
  const changes = useDocumentChanges(path);
  const list = useListPlace(path);
  const [isRenaming, setIsRenaming] = useState(false);
  const [isEditingText, setIsEditingText] = useState(false);
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const { share, dialog: shareDialog } = useShareDialog(path, document);
  const { editPages, dialog: pagesDialog } = usePagesDialog(path, document);
  const { split, dialog: splitDialog } = useSplitDialog(path, document);
  const [page, setPage] = useState(search.page ?? 1);
  useDocumentTitle(document.name);

  const searchQuery = (search.find ?? search.q ?? '').trim();
  const hits = useHits(path.organizationId, path.documentId, searchQuery);
  const change = (values: Partial<typeof search>): void => {
    void navigate({ search: (before) => ({ ...before, ...values }), replace: true, resetScroll: false });
  };
  const shown = useRef(search.page ?? 1);
  useEffect(() => {
    if (page === shown.current) return;
    const timer = setTimeout(() => {
      shown.current = page;
      change({ page });
    }, PAGE_IN_ADDRESS_MS);
    return () => clearTimeout(timer);
  }, [page]);

  const isPanelOpen = isWide ? search.panel !== 'closed' : isSheetOpen;
  const showPanel = (isOpen: boolean): void => {
    if (!isWide) setIsSheetOpen(isOpen);
    else
      void navigate({
        search: ({ panel: _, ...before }) => (isOpen ? before : { ...before, panel: 'closed' as const }),
        replace: true,
      });
  };
  const showTab = (tab: PanelTab): void => {
    if (!isPanelOpen && isWide)
      void navigate({ search: ({ panel: _, ...before }) => ({ ...before, tab }), replace: true });
    else change({ tab });
    if (!isWide) setIsSheetOpen(true);
  };
  const trash = async (): Promise<void> => {
    if (await changes.trash()) await list.goOn();
  };
  const rename = (name: string): void => void changes.update({ name }, t`Renamed to “${name}”`);

  const mayEdit = canEdit && !document.isDeleted;
  useDocumentKeys({
    ...{ list, isPanelOpen, mayEdit, showPanel, showTab },
    onRename: () => setIsRenaming(true),
    onEditText: () => {
      showTab('text');
      setIsEditingText(true);
    },
    onTrash: () => void trash(),
    onShare: share,
    onEditPages: editPages,
  });

  const panel = (
    <DocumentPanel
      {...{ path, document, changes, hits, isEditingText }}
      canEdit={mayEdit}
      tab={search.tab ?? 'properties'}
      onTab={(tab) => change({ tab })}
      onEditingText={setIsEditingText}
    />
  );
  const { extraction, preview } = document;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <DocumentHeader
        {...{ path, document, list, isRenaming, isPanelOpen }}
        canEdit={mayEdit}
        onRenaming={setIsRenaming}
        onRename={rename}
        onTrash={() => void trash()}
        onShare={share}
        onEditPages={editPages}
        onSplit={split}
        onPanel={() => showPanel(!isPanelOpen)}
      />
      <DocumentNotices path={path} document={document} canEdit={canEdit} onRestore={() => void changes.restore()} />
      <div className="flex min-h-0 min-w-0 flex-1">
        <Viewer
          // A new version of the file is another file at the same address.
          key={document.originalSha256Hash}
          document={{
            ...path,
            mimeType: document.mimeType,
            content: document.content,
            isRead: extraction.status === 'completed',
            reason: extraction.reason,
            preview,
          }}
          hits={hits}
          searchQuery={searchQuery}
          onSearch={(find) => change({ find: find === '' ? ' ' : find })}
          page={page}
          onPage={setPage}
        />
        {isWide && isPanelOpen ? (
          <aside aria-label={t`Details`} className="w-80 shrink-0 border-s border-line bg-panel xl:w-96">
            {panel}
          </aside>
        ) : null}
      </div>
      {shareDialog}
      {pagesDialog}
      {splitDialog}
      {isWide ? null : (
        <Dialog isOpen={isSheetOpen} onClose={() => setIsSheetOpen(false)} title={t`Details`}>
          <div className="min-h-[60dvh]">{panel}</div>
        </Dialog>
      )}
    </div>
  );
}
