import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/button';
import { useIsSlow } from '../../components/skeleton';
import { classNames } from '../../lib/class-names';
import { problemOf } from '../../lib/errors';
import { useObjectUrl } from '../../lib/use-object-url';
import type { PageImageProps } from './page-source';
import { previewWidth } from './page-geometry';
import { pictureOf } from './viewer.queries';

export interface PicturePageProps extends PageImageProps {
  organizationId: string;
  documentId: string;
  /** Of the pictures; empty when there is none. */
  version: string;
  /** Once the true size is known. */
  onSize: (page: number, size: { width: number; height: number }) => void;
}

/** A page that the server has drawn. */
export function PicturePage(props: PicturePageProps) {
  const { organizationId, documentId, version, page, size, isPaperDark, isThumbnail = false, onSize } = props;
  const { t } = useLingui();
  const width = isThumbnail ? 240 : previewWidth(size.width, window.devicePixelRatio);
  const picture = useQuery({
    ...pictureOf({ organizationId, documentId }, page, width, version),
    placeholderData: (before, query) => (query?.queryKey[4] === page ? before : undefined),
  });
  const address = useObjectUrl(picture.data);
  const isSlow = useIsSlow(picture.isPending);
  return (
    <div className={classNames('absolute inset-0 bg-white', isPaperDark && 'dark-paper')}>
      {address === undefined ? null : (
        <img
          src={address}
          alt={isThumbnail ? '' : t`Page ${page}`}
          draggable={false}
          data-drawn={!picture.isPlaceholderData || undefined}
          className="absolute inset-0 size-full"
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            onSize(page, { width: naturalWidth, height: naturalHeight });
          }}
        />
      )}
      {isSlow && !isThumbnail ? (
        <p className="absolute inset-x-0 top-1/3 text-center text-sm text-[#585e6b]">
          <Trans>Loading page…</Trans>
        </p>
      ) : null}
      {picture.isError && !isThumbnail ? (
        <div className="absolute inset-x-4 top-1/4 flex flex-col items-center gap-3 text-center text-sm text-[#16181d]">
          <p>
            {problemOf(picture.error, t`The server is not responding. Check your connection and try again.`).message}
          </p>
          <Button size="small" onClick={() => void picture.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      ) : null}
    </div>
  );
}
