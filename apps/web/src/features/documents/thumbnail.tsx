import { useQuery } from '@tanstack/react-query';
import {
  File,
  FileArchive,
  FileAudio,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileVideo,
  Mail,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../../lib/class-names';
import { fileKindOf, type FileKind } from '../../lib/file-kinds';
import { pendingPreview, previewUrl, type DocumentView } from './documents.queries';

const ICONS: Record<FileKind, LucideIcon> = {
  ...{ pdf: FileText, text: FileText, office: FileSpreadsheet, image: FileImage, audio: FileAudio },
  ...{ video: FileVideo, archive: FileArchive, mail: Mail, other: File },
};

/** The first page of a document in its final size, or a sign for its type. */
export function Thumbnail({
  document,
  width = 240,
  isWhole = false,
  className,
}: {
  document: DocumentView;
  width?: 240 | 800;
  /** Shows the whole page instead of its top, which fills the box. */
  isWhole?: boolean;
  className: string;
}) {
  const { id, organizationId, preview, mimeType } = document;
  const [failedUrl, setFailedUrl] = useState('');
  const pending = useQuery({
    ...pendingPreview(organizationId, id, width),
    enabled: preview?.status === 'pending' && document.extraction.status === 'completed',
  });
  const isReady = preview?.status === 'available' || pending.data?.isReady === true;
  const url = previewUrl(organizationId, id, preview?.version ?? null, width);
  const Icon = ICONS[fileKindOf(mimeType)];
  const box = classNames(
    'grid shrink-0 grid-rows-[minmax(0,1fr)] place-items-center overflow-hidden rounded-chip bg-panel ring-1 ring-line',
    className,
  );
  if (!isReady || failedUrl === url) {
    return (
      <span className={box}>
        <Icon aria-hidden size={width === 240 ? 18 : 32} className="text-muted" />
      </span>
    );
  }
  return (
    <span className={box}>
      <img
        src={url}
        alt=""
        loading="lazy"
        decoding="async"
        className={classNames(
          'bg-[#ffffff]',
          isWhole ? 'max-h-full max-w-full ring-1 ring-line' : 'size-full object-cover object-top',
        )}
        onError={() => setFailedUrl(url)}
      />
    </span>
  );
}
