import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { FileText, PanelTop, Printer } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../components/icon-button';
import { Skeleton } from '../../components/skeleton';
import { serverConfig } from '../session';
import type { ViewedDocument } from './viewed-document';
import { renditionAddress, renditionOf } from './viewer.queries';

export interface RenderedView {
  state: 'failed' | 'loading' | 'page' | 'text';
  isCut: boolean;
  address: string;
  /** `undefined` where there is nothing to choose. */
  toggle: (() => void) | undefined;
}

/** Whether a document is shown as a page. While a search marks words, its text is shown, until the person chooses. */
export function useRenderedView(document: ViewedDocument, isText: boolean, searchQuery: string): RenderedView {
  const { organizationId, documentId, mimeType } = document;
  const [chosen, setChosen] = useState<{ documentId: string; isPage: boolean }>();
  const path = { organizationId, documentId };
  const { data: config } = useQuery(serverConfig());
  const isRendered = isText && config?.documents.renderedTypes.includes(mimeType) === true;
  const isPage = chosen?.documentId === documentId ? chosen.isPage : searchQuery.trim() === '';
  const rendition = useQuery({ ...renditionOf(path), enabled: isRendered && isPage });
  const base = { isCut: rendition.data?.isCut === true, address: renditionAddress(path) };
  if (!isRendered) return { ...base, state: 'text', toggle: undefined };
  if (rendition.isError) return { ...base, state: 'failed', toggle: undefined };
  const toggle = (): void => setChosen({ documentId, isPage: !isPage });
  return { ...base, state: !isPage ? 'text' : rendition.isPending ? 'loading' : 'page', toggle };
}

export function RenderedTools({ state, address, toggle }: RenderedView) {
  const { t } = useLingui();
  if (!toggle) return null;
  const isText = state === 'text';
  return (
    <div className="ms-auto flex items-center gap-1">
      <IconButton
        icon={isText ? PanelTop : FileText}
        label={isText ? t`Show the page` : t`Show the text`}
        onClick={toggle}
      />
      <IconButton
        icon={Printer}
        label={t`Open for printing in a new tab`}
        onClick={() => window.open(address, '_blank', 'noopener')}
      />
    </div>
  );
}

/** The page comes from the file, so it gets no script, no origin and no network; the server sends the same limits. */
export function RenderedPage({ state, address, isCut }: RenderedView) {
  const { t } = useLingui();
  if (state !== 'page')
    return (
      <div className="flex flex-1 justify-center bg-panel p-4">
        <Skeleton className="h-full w-full max-w-3xl" />
      </div>
    );
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col bg-panel">
      {isCut ? (
        <p role="status" className="border-b border-line bg-info-bg px-3 py-1 text-xs text-info">
          <Trans>Only the beginning of this file is shown. Download it to see all of it.</Trans>
        </p>
      ) : null}
      <iframe
        sandbox=""
        referrerPolicy="no-referrer"
        src={address}
        title={t`The file as a page`}
        className="min-h-0 w-full flex-1 border-0 bg-white"
      />
    </div>
  );
}
