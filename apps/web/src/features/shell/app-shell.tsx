import { Trans, useLingui } from '@lingui/react/macro';
import { Outlet, useLocation, useParams } from '@tanstack/react-router';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { lazyComponent } from '../../lib/lazy-component';
import { LiveUpdates } from '../live';
import { CommandPalette, KeysHelp } from '../palette';
import { TasksTray } from '../tasks';
import { Uploads } from '../upload';
import { BottomBar } from './bottom-bar';
import { OfflineBar } from './offline-bar';
import { Sidebar } from './sidebar';
import { useGlobalKeys } from './use-global-keys';

const MobileMenu = lazyComponent(async () => (await import('./mobile-menu')).MobileMenu);

/** The frame of every page of an organization. Pages scroll inside `main`. */
export function AppShell(): ReactNode {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const { pathname } = useLocation();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  useEffect(() => setIsMenuOpen(false), [pathname]);
  useGlobalKeys(organizationId);
  return (
    <div className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto] md:grid-cols-[240px_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only rounded-control bg-raised p-2 shadow-float focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-50"
      >
        <Trans>Skip to content</Trans>
      </a>
      <OfflineBar />
      <aside aria-label={t`Navigation`} className="hidden min-h-0 border-e border-line bg-panel md:block">
        <Sidebar organizationId={organizationId} onCommands={() => setIsPaletteOpen(true)} />
      </aside>
      <main id="main" tabIndex={-1} className="min-h-0 min-w-0 overflow-y-auto outline-none">
        <Outlet />
      </main>
      <BottomBar
        organizationId={organizationId}
        onSearch={() => setIsPaletteOpen(true)}
        onMore={() => setIsMenuOpen(true)}
      />
      <Suspense>
        {isMenuOpen ? <MobileMenu onClose={() => setIsMenuOpen(false)} organizationId={organizationId} /> : null}
      </Suspense>
      <LiveUpdates organizationId={organizationId} />
      <div className="pointer-events-none fixed inset-x-2 bottom-16 z-30 flex flex-col gap-2 *:pointer-events-auto md:inset-x-auto md:end-4 md:bottom-4 md:w-96">
        <Uploads organizationId={organizationId} />
        <TasksTray organizationId={organizationId} />
      </div>
      <CommandPalette organizationId={organizationId} isOpen={isPaletteOpen} onOpen={setIsPaletteOpen} />
      <KeysHelp organizationId={organizationId} />
    </div>
  );
}
