import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearch } from '@tanstack/react-router';
import {
  ArrowLeft,
  ChevronLeft,
  ChevronRight,
  Download,
  Layers,
  PanelRight,
  Scissors,
  Share2,
  Trash2,
} from 'lucide-react';
import { buttonClasses } from '../../components/button';
import { IconButton } from '../../components/icon-button';
import { formatNumber } from '../../lib/format';
import { DocumentName } from './document-name';
import { downloadAddress, type ArchiveDocument, type DocumentIds } from './document.queries';
import type { ListNavigation } from './use-list-place';

export interface DocumentHeaderProps {
  path: DocumentIds;
  document: ArchiveDocument;
  list: ListNavigation;
  canEdit: boolean;
  isRenaming: boolean;
  onRenaming: (isRenaming: boolean) => void;
  onRename: (name: string) => void;
  onTrash: () => void;
  onShare: () => void;
  /** Undefined for what has no pages that can be changed. */
  onEditPages: (() => void) | undefined;
  /** Undefined for what cannot be split. */
  onSplit: (() => void) | undefined;
  isPanelOpen: boolean;
  onPanel: () => void;
}

/** Where the document is in its list, its name, and what can be done with the whole of it. */
export function DocumentHeader(props: DocumentHeaderProps) {
  const { path, document, list, canEdit, isRenaming, onRenaming, onRename, onTrash, onShare, onEditPages, onSplit } =
    props;
  const { isPanelOpen, onPanel } = props;
  const { t } = useLingui();
  const { q, sort, order } = useSearch({ from: '/signed-in/organizations/$organizationId/documents/$documentId' });
  const search = { ...(q === undefined ? {} : { q }), ...(sort ? { sort } : {}), ...(order ? { order } : {}) };
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-1 border-b border-line px-2 py-1">
      <Link
        to={document.isDeleted ? '/organizations/$organizationId/deleted' : '/organizations/$organizationId/documents'}
        params={{ organizationId: path.organizationId }}
        search={document.isDeleted ? {} : search}
        aria-label={document.isDeleted ? t`Back to trash` : t`Back to list`}
        className="grid size-(--control-height) place-items-center rounded-control text-muted hover:bg-hover hover:text-text"
      >
        <ArrowLeft aria-hidden size={16} className="rtl:rotate-180" />
      </Link>
      {list.position === undefined || list.count === undefined ? null : (
        <div className="flex items-center text-xs text-muted">
          <IconButton
            icon={ChevronLeft}
            label={t`Previous document`}
            keys="Shift+K"
            disabled={!list.goPrevious}
            onClick={() => list.goPrevious?.()}
            className="rtl:rotate-180"
          />
          <span className="whitespace-nowrap">
            <Trans>
              {formatNumber(list.position)} of {formatNumber(list.count)}
            </Trans>
          </span>
          <IconButton
            icon={ChevronRight}
            label={t`Next document`}
            keys="Shift+J"
            disabled={!list.goNext}
            onClick={() => list.goNext?.()}
            className="rtl:rotate-180"
          />
        </div>
      )}
      <DocumentName
        name={document.name}
        canEdit={canEdit}
        isEditing={isRenaming}
        onEditing={onRenaming}
        onRename={onRename}
      />
      <div className="ms-auto flex items-center">
        {document.isDeleted ? null : (
          <a
            href={downloadAddress(path)}
            download={document.name}
            className={buttonClasses({ kind: 'quiet', size: 'normal' })}
          >
            <Download aria-hidden size={16} />
            <span className="max-sm:sr-only">
              <Trans>Download</Trans>
            </span>
          </a>
        )}
        {canEdit && !document.isDeleted ? (
          <>
            {onEditPages ? (
              <IconButton icon={Layers} label={t`Edit pages`} keys="o" aria-haspopup="dialog" onClick={onEditPages} />
            ) : null}
            {onSplit ? (
              <IconButton icon={Scissors} label={t`Split into documents`} aria-haspopup="dialog" onClick={onSplit} />
            ) : null}
            <IconButton icon={Share2} label={t`Share`} keys="s" aria-haspopup="dialog" onClick={onShare} />
            <IconButton icon={Trash2} label={t`Move to trash`} keys="#" onClick={onTrash} />
          </>
        ) : null}
        <IconButton
          icon={PanelRight}
          label={isPanelOpen ? t`Hide details` : t`Show details`}
          keys="]"
          aria-expanded={isPanelOpen}
          onClick={onPanel}
        />
      </div>
    </header>
  );
}
