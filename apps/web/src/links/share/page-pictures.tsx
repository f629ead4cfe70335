import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../components/button';
import { IconButton } from '../../components/icon-button';
import { useIsSlow } from '../../components/skeleton';
import { classNames } from '../../lib/class-names';
import { isStatus } from '../../lib/errors';
import { formatNumber } from '../../lib/format';
import { useObjectUrl } from '../../lib/use-object-url';
import { PICTURE_WIDTHS, pictureOf, type Visit } from './share-link.queries';

/** One page at a time, with buttons to turn it. */
export function PagePictures({
  visit,
  pageCount,
  onRefused,
  onPicture,
}: {
  visit: Visit;
  pageCount: number;
  onRefused: (error: unknown) => void;
  /** Called when a picture is there. */
  onPicture: (() => void) | undefined;
}) {
  const { t } = useLingui();
  const [page, setPage] = useState(1);
  return (
    <section aria-label={t`Pages`} className="flex flex-1 flex-col gap-2">
      {pageCount > 1 ? (
        <nav aria-label={t`Turn pages`} className="flex items-center justify-center gap-2">
          <IconButton
            icon={ChevronLeft}
            label={t`Previous page`}
            aria-disabled={page === 1}
            className="aria-disabled:opacity-50 rtl:rotate-180"
            onClick={() => setPage(Math.max(1, page - 1))}
          />
          <p role="status" className="text-sm tabular-nums">
            <Trans>
              Page {formatNumber(page)} of {formatNumber(pageCount)}
            </Trans>
          </p>
          <IconButton
            icon={ChevronRight}
            label={t`Next page`}
            aria-disabled={page === pageCount}
            className="aria-disabled:opacity-50 rtl:rotate-180"
            onClick={() => setPage(Math.min(pageCount, page + 1))}
          />
        </nav>
      ) : null}
      <PagePicture visit={visit} page={page} onRefused={onRefused} onPicture={onPicture} />
    </section>
  );
}

function PagePicture({
  visit,
  page,
  onRefused,
  onPicture,
}: {
  visit: Visit;
  page: number;
  onRefused: (error: unknown) => void;
  onPicture: (() => void) | undefined;
}) {
  const { t } = useLingui();
  const [picture, setPicture] = useState<{ page: number; file: Blob }>();
  const [hasFailed, setHasFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const address = useObjectUrl(picture?.file);
  const isSlow = useIsSlow(picture?.page !== page && !hasFailed);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setHasFailed(false);
    pictureOf(visit, { page, width: wantedWidth() }, signal).then(
      (file) => {
        setPicture({ page, file });
        onPicture?.();
      },
      (error: unknown) => {
        if (signal.aborted) return;
        if (isStatus(error, 401, 410)) onRefused(error);
        else setHasFailed(true);
      },
    );
    return () => controller.abort();
  }, [visit, page, attempt]);
  return (
    <div className="relative flex min-h-96 flex-1 items-start justify-center rounded-menu border border-line bg-panel p-2 sm:p-4">
      {/* The page before stays until the next one is here, so that nothing moves. */}
      {address === undefined || !picture || hasFailed ? null : (
        <img
          src={address}
          alt={t`Page ${picture.page}`}
          draggable={false}
          className={classNames('h-auto w-full max-w-200 bg-white shadow-float', picture.page !== page && 'opacity-40')}
        />
      )}
      {isSlow ? (
        <p role="status" className="absolute inset-x-0 top-1/3 text-center text-sm text-text">
          <Trans>Loading page…</Trans>
        </p>
      ) : null}
      {hasFailed ? (
        <div role="alert" className="m-auto flex flex-col items-center gap-3 text-center text-sm text-muted">
          <p>
            <Trans>This page cannot be shown right now. You can still download the file.</Trans>
          </p>
          <Button onClick={() => setAttempt(attempt + 1)}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function wantedWidth(): (typeof PICTURE_WIDTHS)[number] {
  const [normal, sharp] = PICTURE_WIDTHS;
  return Math.min(normal, window.innerWidth) * window.devicePixelRatio > normal ? sharp : normal;
}
