import { Trans, useLingui } from '@lingui/react/macro';
import { Outlet, useLocation, useParams } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { LiveUpdates } from '../live';
import { CommandPalette, KeysHelp } from '../palette';
import { TasksTray } from '../tasks';
import { Uploads } from '../upload';
import { BottomBar } from './bottom-bar';
import { MobileMenu } from './mobile-menu';
import { Sidebar } from './sidebar';
import { useGlobalKeys } from './use-global-keys';

/** The frame of every page of an organization. Pages scroll inside `main`. */
export function AppShell(): ReactNode {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const { pathname } = useLocation();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  useEffect(() => setIsMenuOpen(false), [pathname]);
  useGlobalKeys(organizationId);
  return (
    <div className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto] md:grid-cols-[240px_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only rounded-control bg-raised p-2 shadow-float focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-50"
      >
        <Trans>Skip to the content</Trans>
      </a>
      <aside aria-label={t`Navigation`} className="hidden min-h-0 border-e border-line bg-panel md:block">
        <Sidebar organizationId={organizationId} />
      </aside>
      <main id="main" tabIndex={-1} className="min-h-0 min-w-0 overflow-y-auto outline-none">
        <Outlet />
      </main>
      <BottomBar organizationId={organizationId} onMore={() => setIsMenuOpen(true)} />
      <MobileMenu isOpen={isMenuOpen} onClose={() => setIsMenuOpen(false)} organizationId={organizationId} />
      <LiveUpdates organizationId={organizationId} />
      <Uploads organizationId={organizationId} />
      <TasksTray organizationId={organizationId} />
      <CommandPalette organizationId={organizationId} />
      <KeysHelp organizationId={organizationId} />
    </div>
  );
}
