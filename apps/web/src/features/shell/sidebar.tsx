import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Search, Upload } from 'lucide-react';
import { Suspense } from 'react';
import { Button } from '../../components/button';
import { Keys } from '../../components/keys';
import { allProperties } from '../../lib/all-properties.queries';
import { ofRole, titleOf } from '../property-lists';
import { InboxLink } from '../inbox';
import { useRole } from '../session';
import { useUploads } from '../upload';
import { ViewsNav } from '../views';
import { NAVIGATION } from './navigation';
import { OrganizationSwitcher } from './organization-switcher';
import { UserMenu } from './user-menu';

const [HOME, DOCUMENTS, ...OTHERS] = NAVIGATION;
const LINK =
  'flex min-h-(--control-height) items-center gap-2 rounded-control px-2 text-sm text-text hover:bg-hover [&.active]:bg-selected [&.active]:font-medium';

export function Sidebar({ organizationId, onCommands }: { organizationId: string; onCommands?: () => void }) {
  const { t, i18n } = useLingui();
  const { canEdit } = useRole(organizationId);
  const uploads = useUploads();
  const { data: properties } = useQuery(allProperties(organizationId));
  const link = (page: (typeof NAVIGATION)[number]) => {
    const { to, label, icon: Icon } = page;
    const role = 'role' in page ? page.role : undefined;
    const property = role && ofRole(properties, role);
    if (property?.hidden === true) return null;
    return (
      <Link key={to} to={to} params={{ organizationId }} className={LINK}>
        <Icon aria-hidden size={16} className="shrink-0 text-muted" />
        {role ? titleOf(i18n, role, property) : i18n._(label)}
      </Link>
    );
  };
  return (
    <div className="flex h-full min-h-0 flex-col gap-3 p-2">
      <div className="flex items-center gap-1">
        <div className="min-w-0 flex-1">
          <OrganizationSwitcher organizationId={organizationId} />
        </div>
        <UserMenu />
      </div>
      {canEdit ? (
        <Button kind="primary" onClick={() => uploads.open()}>
          <Upload aria-hidden size={16} />
          {t`Add documents`}
        </Button>
      ) : null}
      {onCommands ? (
        <button
          type="button"
          aria-haspopup="dialog"
          className="flex min-h-(--control-height) items-center gap-2 rounded-control border border-line bg-raised px-2 text-sm text-muted hover:bg-hover"
          onClick={onCommands}
        >
          <Search aria-hidden size={16} className="shrink-0" />
          <span className="flex-1 text-start">{t`Command menu`}</span>
          <Keys keys="$mod+K" />
        </button>
      ) : null}
      <nav aria-label={t`Pages`} className="flex min-h-0 flex-1 flex-col gap-0.5 overflow-y-auto">
        {link(HOME)}
        {link(DOCUMENTS)}
        <Suspense>
          <InboxLink organizationId={organizationId} className={LINK} />
        </Suspense>
        <ViewsNav organizationId={organizationId} />
        {OTHERS.map(link)}
      </nav>
    </div>
  );
}
