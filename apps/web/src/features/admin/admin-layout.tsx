import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { Page } from '../../components/page';
import { sideLinkClasses } from '../../components/sub-navigation';
import { useKeys } from '../../lib/keyboard';
import { undoLast } from '../../lib/undo';
import { currentUser, mayAdminister } from '../session';
import { ADMIN_NAVIGATION } from './admin-navigation';

/** Around the pages for administrators of the installation. */
export function AdminLayout() {
  const { t, i18n } = useLingui();
  const { data: user } = useQuery(currentUser());
  // Without the permission each request would be answered like one without a session, and ask for a sign-in.
  const isAllowed = mayAdminister(user);
  useAdminKeys(isAllowed);
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] content-start md:grid-cols-[208px_minmax(0,1fr)] md:content-stretch">
      <a
        href="#main"
        className="sr-only rounded-control bg-raised p-2 shadow-float focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-50"
      >
        <Trans>Skip to content</Trans>
      </a>
      <aside
        aria-label={t`Administration`}
        className="flex flex-col gap-3 border-line bg-panel p-2 max-md:border-b md:border-e"
      >
        <Link to="/" className={sideLinkClasses}>
          <ArrowLeft aria-hidden size={16} className="shrink-0 text-muted rtl:rotate-180" />
          <Trans>Documents</Trans>
        </Link>
        {isAllowed ? (
          <nav aria-label={t`Administration pages`} className="flex gap-0.5 overflow-x-auto md:flex-col">
            {ADMIN_NAVIGATION.map(({ to, label, icon: Icon }) => (
              <Link key={to} to={to} className={sideLinkClasses}>
                <Icon aria-hidden size={16} className="shrink-0 text-muted" />
                {i18n._(label)}
              </Link>
            ))}
          </nav>
        ) : null}
      </aside>
      <main id="main" tabIndex={-1} className="min-w-0 outline-none">
        {isAllowed ? (
          <Outlet />
        ) : user ? (
          <Page title={t`Administration`}>
            <p>
              <Trans>
                Only administrators of this server can see these pages. Another administrator can make you one, here or
                on the command line.
              </Trans>
            </p>
          </Page>
        ) : null}
      </main>
    </div>
  );
}

function useAdminKeys(isAllowed: boolean): void {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const pages = ADMIN_NAVIGATION.map(({ to, label, key }) => ({
    label: i18n._(label),
    keys: `g ${key}`,
    run: () => void navigate({ to }),
  }));
  const undo = { label: t`Undo`, group: t`Everywhere`, run: () => void undoLast() };
  useKeys([
    ...(isAllowed ? pages.map((page) => ({ ...page, group: t`Go to` })) : []),
    { ...undo, keys: 'z' },
    { ...undo, keys: '$mod+Z' },
  ]);
}
