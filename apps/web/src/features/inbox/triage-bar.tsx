import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Check, ChevronLeft, ChevronRight, SquareArrowOutUpRight } from 'lucide-react';
import { Button } from '../../components/button';
import { IconButton } from '../../components/icon-button';
import { Keys } from '../../components/keys';
import { formatNumber } from '../../lib/format';
import type { InboxState } from './use-inbox';

/** Where the person is, and the button that confirms. It stays while documents change, and keeps the focus. */
export function TriageBar({
  organizationId,
  inbox,
  canEdit,
}: {
  organizationId: string;
  inbox: InboxState;
  canEdit: boolean;
}) {
  const { t } = useLingui();
  const { current, documents, count, index, go, confirm } = inbox;
  return (
    <div
      role="toolbar"
      aria-label={t`Inbox`}
      className="flex shrink-0 flex-wrap items-center gap-1 border-b border-line px-2 py-1"
    >
      <span className="text-sm font-semibold">
        <Trans>Inbox</Trans>
      </span>
      <IconButton
        icon={ChevronLeft}
        label={t`Previous document`}
        keys="k"
        disabled={index === 0}
        onClick={() => go(-1)}
        className="ms-auto rtl:rotate-180"
      />
      <span className="text-xs whitespace-nowrap text-muted">
        <Trans>
          {formatNumber(index + 1)} of {formatNumber(count)}
        </Trans>
      </span>
      <IconButton
        icon={ChevronRight}
        label={t`Next document`}
        keys="j"
        disabled={index >= documents.length - 1}
        onClick={() => go(1)}
        className="rtl:rotate-180"
      />
      {current ? (
        <Link
          to="/organizations/$organizationId/documents/$documentId"
          params={{ organizationId, documentId: current.id }}
          aria-label={t`Open document`}
          title={t`Open document`}
          className="grid size-(--control-height) place-items-center rounded-control text-muted hover:bg-hover hover:text-text"
        >
          <SquareArrowOutUpRight aria-hidden size={16} />
        </Link>
      ) : null}
      {canEdit ? (
        <Button kind="primary" onClick={confirm}>
          <Check aria-hidden size={16} />
          <Trans>Confirm</Trans>
          <span aria-hidden className="max-md:hidden">
            <Keys keys="e" />
          </span>
        </Button>
      ) : null}
    </div>
  );
}
