import { useLingui } from '@lingui/react/macro';
import { useCommands } from '../../lib/commands';
import { useDownload } from '../downloads';
import type { Target } from './use-batches';

export interface DownloadAction {
  download: () => void;
  isDownloading: boolean;
}

/** Downloads the documents that are meant, or by the palette all that match. Viewers may, too. */
export function useDownloadAction(organizationId: string, q: string, target: () => Target | undefined): DownloadAction {
  const { t } = useLingui();
  const { documents, isStarting } = useDownload(organizationId);
  const download = (): void => {
    const meant = target();
    if (meant) documents(meant.ids === undefined ? { query: q } : { documentIds: [...meant.ids] });
  };
  const group = t`Documents`;
  useCommands([
    { id: 'documents.download', label: t`Download the selected documents`, group, keys: 'Shift+D', run: download },
    {
      id: 'documents.download-all',
      label: t`Download all documents of this list`,
      group,
      keywords: t`zip archive`,
      run: () => documents({ query: q }),
    },
  ]);
  return { download, isDownloading: isStarting };
}
