import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatNumber } from '../lib/format';
import { IconButton } from './icon-button';

export interface PagerProps {
  /** From 0. */
  pageIndex: number;
  pageSize: number;
  totalCount: number;
  onPage: (pageIndex: number) => void;
}

/** Which part of a long list is shown, and the way to the next one. Nothing when all of it fits. */
export function Pager({ pageIndex, pageSize, totalCount, onPage }: PagerProps) {
  const { t } = useLingui();
  if (totalCount <= pageSize && pageIndex === 0) return null;
  const first = formatNumber(Math.min(totalCount, pageIndex * pageSize + 1));
  const last = formatNumber(Math.min(totalCount, (pageIndex + 1) * pageSize));
  const total = formatNumber(totalCount);
  return (
    <nav aria-label={t`List pages`} className="flex items-center justify-end gap-2">
      <p className="text-muted">
        <Trans>
          {first} to {last} of {total}
        </Trans>
      </p>
      <IconButton
        icon={ChevronLeft}
        label={t`Previous page`}
        className="rtl:rotate-180"
        disabled={pageIndex === 0}
        onClick={() => onPage(pageIndex - 1)}
      />
      <IconButton
        icon={ChevronRight}
        label={t`Next page`}
        className="rtl:rotate-180"
        disabled={(pageIndex + 1) * pageSize >= totalCount}
        onClick={() => onPage(pageIndex + 1)}
      />
    </nav>
  );
}
