import { File, FileImage, FileSpreadsheet, FileText, Mail, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { thumbnailOf, type TrashedDocument } from './trash.queries';

const ICONS: readonly (readonly [RegExp, LucideIcon])[] = [
  [/^image\//, FileImage],
  [/^message\//, Mail],
  [/spreadsheet|excel|csv/, FileSpreadsheet],
  [/^text\/|pdf|word|document/, FileText],
];

/** The picture of the first page, or an icon of its type. */
export function TrashThumbnail({ document }: { document: TrashedDocument }) {
  const [isBroken, setIsBroken] = useState(false);
  const Icon = ICONS.find(([pattern]) => pattern.test(document.mimeType))?.[1] ?? File;
  const address = isBroken ? undefined : thumbnailOf(document);
  return (
    <span className="grid size-10 shrink-0 place-items-center overflow-hidden rounded-control border border-line bg-panel text-muted">
      {address === undefined ? (
        <Icon aria-hidden size={18} />
      ) : (
        <img
          alt=""
          loading="lazy"
          decoding="async"
          width={40}
          height={40}
          className="size-full object-cover object-top"
          src={address}
          onError={() => setIsBroken(true)}
        />
      )}
    </span>
  );
}
