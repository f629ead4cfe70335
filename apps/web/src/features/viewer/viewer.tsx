import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { EmptyState } from '../../components/empty-state';
import { Skeleton } from '../../components/skeleton';
import { useKeys } from '../../lib/keyboard';
import { PageList, type PageListHandle } from './page-list';
import type { PageSource } from './page-source';
import { RenderedPage, RenderedTools, useRenderedView } from './rendered-page';
import { TextView } from './text-view';
import { Thumbnails } from './thumbnails';
import type { HitsState } from './use-hits';
import { usePdfSource } from './use-pdf-source';
import { usePictureSource } from './use-picture-source';
import { hasPictures, type ViewedDocument } from './viewed-document';
import { factorOf, hitsByPage, viewKindOf, zoomed, type Rotation, type ViewKind, type Zoom } from './page-geometry';
import { HitSearch, ViewerToolbar } from './viewer-toolbar';
import { fileAddress, pagesOf } from './viewer.queries';

export interface ViewerProps {
  document: ViewedDocument;
  hits: HitsState;
  searchQuery: string;
  onSearch: (searchQuery: string) => void;
  /** Counted from 1. */
  page: number;
  onPage: (page: number) => void;
  /** Buttons at the end of the toolbar. */
  tools?: ReactNode;
}

/** Shows a document as well as it can be shown, with the hits of a search on it. */
export function Viewer({ document, hits, searchQuery, onSearch, page, onPage, tools }: ViewerProps) {
  const { t } = useLingui();
  const { kind, source, isFallback: isUnshown } = useSource(document);
  const rendered = useRenderedView(document, kind === 'text', searchQuery);
  const isFallback = isUnshown || rendered.state === 'failed';
  const [zoom, setZoom] = useState<Zoom>('width');
  const [factor, setFactor] = useState(1);
  const [rotation, setRotation] = useState<Rotation>(0);
  const [isPaperDark, setIsPaperDark] = useState(false);
  const list = useRef<PageListHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const byPage = useMemo(() => hitsByPage(hits.hits), [hits.hits]);
  const hitPages = useMemo(() => new Set(byPage.keys()), [byPage]);
  const goTo = (wanted: number): void => {
    list.current?.goTo(wanted);
    onPage(wanted);
  };

  // To the first hit when the search is answered, unless the address names a page; then with each step.
  const hit = hits.hits[hits.current];
  const isFirst = useRef(page > 1);
  useEffect(() => {
    if (!hit || !source) return;
    if (isFirst.current && hits.step === 0) {
      isFirst.current = false;
      return;
    }
    if (hit.page !== null) list.current?.goTo(hit.page, hit.boxes[0]?.[1] ?? 0);
  }, [hit?.start, hits.step, source === undefined]);

  useKeys([
    { keys: 'n', label: t`Next match`, group: t`Document`, run: () => hits.go(1) },
    { keys: 'p', label: t`Previous match`, group: t`Document`, run: () => hits.go(-1) },
    { keys: '$mod+f', label: t`Search in this document`, group: t`Document`, run: () => search.current?.select() },
    { keys: '+', label: t`Zoom in`, group: t`Document`, run: () => setZoom(zoomed(factor, 1)) },
    { keys: '-', label: t`Zoom out`, group: t`Document`, run: () => setZoom(zoomed(factor, -1)) },
    { keys: '0', label: t`Fit width`, group: t`Document`, run: () => setZoom('width') },
  ]);

  const pagesCount = source?.sizes.length ?? 0;
  return (
    <section aria-label={t`Viewer`} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <ViewerToolbar
        search={<HitSearch ref={search} hits={hits} searchQuery={searchQuery} onSearch={onSearch} />}
        pages={
          source && {
            ...{ page: Math.min(page, pagesCount), pagesCount, onPage: goTo, factor, rotation, isPaperDark, zoom },
            ...{ onZoom: setZoom, onRotation: setRotation, onPaperDark: setIsPaperDark },
          }
        }
      >
        <RenderedTools {...rendered} />
        {tools}
      </ViewerToolbar>
      {isFallback ? (
        <p role="status" className="border-b border-line bg-info-bg px-3 py-1 text-xs text-info">
          {kind === 'pictures' ? (
            <Trans>The file cannot be shown here, so its pages are shown as images.</Trans>
          ) : (
            <Trans>The file cannot be shown here, so its text is shown.</Trans>
          )}
        </p>
      ) : null}
      <div className="flex min-h-0 min-w-0 flex-1">
        {rendered.state === 'page' || rendered.state === 'loading' ? (
          <RenderedPage {...rendered} />
        ) : kind === 'text' ? (
          <TextDocument document={document} hits={hits} />
        ) : source ? (
          <>
            {pagesCount > 1 ? <Thumbnails source={source} page={page} hitPages={hitPages} onSelect={goTo} /> : null}
            <PageList
              ref={list}
              key={`${document.documentId} ${kind}`}
              organizationId={document.organizationId}
              documentId={document.documentId}
              source={source}
              zoom={zoom}
              rotation={rotation}
              isPaperDark={isPaperDark}
              firstPage={Math.min(page, pagesCount)}
              hits={byPage}
              currentHit={hits.current}
              onPage={onPage}
              onWidth={(width) => setFactor(factorOf(width))}
            />
          </>
        ) : (
          <div className="flex flex-1 justify-center bg-panel p-4">
            <Skeleton className="h-full w-full max-w-3xl" />
          </div>
        )}
      </div>
    </section>
  );
}

function useSource(document: ViewedDocument): { kind: ViewKind; source: PageSource | undefined; isFallback: boolean } {
  const { organizationId, documentId, mimeType } = document;
  const [failedFor, setFailedFor] = useState('');
  const isPdf = mimeType === 'application/pdf';
  const pages = useQuery({ ...pagesOf({ organizationId, documentId }), enabled: isPdf });
  const withPictures = hasPictures(document);
  const isScan =
    pages.data !== undefined && pages.data.length > 0 && pages.data.every(({ source }) => source === 'ocr');
  // Once chosen it stays, so that nothing changes under the eyes of the reader when reading ends.
  const chosen = useRef<{ documentId: string; kind: ViewKind }>(undefined);
  const isKnown = !isPdf || !pages.isPending;
  if (isKnown && (chosen.current?.documentId !== documentId || chosen.current.kind === 'text')) {
    chosen.current = { documentId, kind: viewKindOf({ mimeType, hasPictures: withPictures, isScan }) };
  }
  const isFallback = failedFor === documentId;
  const wanted = chosen.current?.documentId === documentId ? chosen.current.kind : undefined;
  const kind = isFallback ? (withPictures ? 'pictures' : 'text') : wanted;
  const pdf = usePdfSource(fileAddress({ organizationId, documentId }), kind === 'pdf', () => setFailedFor(documentId));
  const pictures = usePictureSource(document, kind === 'pictures');
  return { kind: kind ?? 'pdf', source: kind === 'pdf' ? pdf : kind === 'pictures' ? pictures : undefined, isFallback };
}

function TextDocument({ document, hits }: { document: ViewedDocument; hits: HitsState }) {
  const { t } = useLingui();
  if (document.content) {
    return (
      <div className="flex min-h-0 flex-1 justify-center bg-panel p-4">
        <div className="flex min-h-0 w-full max-w-3xl bg-raised ring-1 ring-line">
          <TextView
            text={document.content}
            hits={hits.hits}
            currentHit={hits.current}
            step={hits.step}
            className="p-6 text-base"
          />
        </div>
      </div>
    );
  }
  return (
    <div className="flex-1 bg-panel">
      <EmptyState icon={FileQuestion} title={document.isRead ? t`Nothing to show here` : t`The file is being read`}>
        {document.isRead ? (
          (document.reason ?? t`No text was found in this file. Download it to open it on your device.`)
        ) : (
          <Trans>Its text appears here as soon as it is read.</Trans>
        )}
      </EmptyState>
    </div>
  );
}
