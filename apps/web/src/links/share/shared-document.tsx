import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { FileText } from 'lucide-react';
import { Time } from '../../components/time';
import { useDocumentTitle } from '../../components/page';
import { formatSize } from '../../lib/format';
import { DownloadButton } from './download-button';
import { PagePictures } from './page-pictures';
import type { Shared, Visit } from './share-link.queries';

export interface SharedDocumentProps {
  shared: Shared;
  visit: Visit;
  refuse: (error: unknown) => void;
  countDownload: () => void;
  refresh: () => void;
}

/** What was shared: its name, its pages as pictures, and the file itself. */
export function SharedDocument({ shared, visit, refuse, countDownload, refresh }: SharedDocumentProps) {
  const { document, shareLink } = shared;
  const { name, size, pageCount } = document;
  useDocumentTitle(name);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="text-xl font-semibold wrap-anywhere" dir="auto">
            {name}
          </h1>
          <ul className="flex flex-wrap gap-x-4 text-sm text-muted">
            <li>{formatSize(size)}</li>
            {pageCount === null ? null : <li>{plural(pageCount, { one: '# page', other: '# pages' })}</li>}
            {shareLink.expiresAt === null ? null : (
              <li>
                <Trans>
                  Available until <Time value={shareLink.expiresAt} form="time" />
                </Trans>
              </li>
            )}
            {shareLink.downloadsLeft === null ? null : (
              <li>
                {plural(shareLink.downloadsLeft, {
                  0: 'No downloads left',
                  one: '# download left',
                  other: '# downloads left',
                })}
              </li>
            )}
          </ul>
        </div>
        <DownloadButton
          document={document}
          visit={visit}
          isUsedUp={shareLink.downloadsLeft === 0}
          onStart={countDownload}
          onRefused={refuse}
        />
      </div>
      {document.preview.status === 'unavailable' ? (
        <NoPicture />
      ) : (
        <PagePictures
          visit={visit}
          pageCount={pageCount ?? 1}
          onRefused={refuse}
          onPicture={pageCount === null ? refresh : undefined}
        />
      )}
    </>
  );
}

function NoPicture() {
  const { t } = useLingui();
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-3 rounded-menu border border-line bg-panel p-8 text-center">
      <FileText aria-hidden size={28} className="text-muted" />
      <p className="text-sm text-muted">{t`No preview. Download the file to open it.`}</p>
    </div>
  );
}
