import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Files, Menu, Search, Trash2, Upload } from 'lucide-react';
import { useRole } from '../session';
import { useUploads } from '../upload';

const ITEM =
  'flex min-h-12 flex-1 flex-col items-center justify-center gap-0.5 text-xs text-muted [&.active]:text-accent';

/** The navigation of phones. */
export function BottomBar({
  organizationId,
  onSearch,
  onMore,
}: {
  organizationId: string;
  onSearch: () => void;
  onMore: () => void;
}) {
  const { t } = useLingui();
  const { canEdit } = useRole(organizationId);
  const uploads = useUploads();
  return (
    <nav aria-label={t`Main`} className="flex border-t border-line bg-panel pb-[env(safe-area-inset-bottom)] md:hidden">
      <Link to="/organizations/$organizationId/documents" params={{ organizationId }} className={ITEM}>
        <Files aria-hidden size={20} />
        {t`Documents`}
      </Link>
      <button type="button" aria-haspopup="dialog" className={ITEM} onClick={onSearch}>
        <Search aria-hidden size={20} />
        {t`Search`}
      </button>
      {canEdit ? (
        <button type="button" className={ITEM} onClick={() => uploads.open()}>
          <Upload aria-hidden size={20} />
          {t`Add`}
        </button>
      ) : null}
      <Link to="/organizations/$organizationId/deleted" params={{ organizationId }} className={ITEM}>
        <Trash2 aria-hidden size={20} />
        {t`Trash`}
      </Link>
      <button type="button" className={ITEM} onClick={onMore}>
        <Menu aria-hidden size={20} />
        {t`More`}
      </button>
    </nav>
  );
}
