import { Trans } from '@lingui/react/macro';
import { useRouterState } from '@tanstack/react-router';
import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIsOffline } from '../../lib/offline';

/** Says that there is no connection, and that a page which was asked for waits for it. */
export function OfflineBar(): ReactNode {
  const isOffline = useIsOffline();
  const isWaiting = useRouterState({ select: ({ status }) => status === 'pending' });
  return (
    <div role="status" className="col-span-full">
      {isOffline ? (
        <p className="flex items-center gap-2 border-b border-line bg-warn-bg px-4 py-2 text-sm text-warn">
          <WifiOff aria-hidden size={16} className="shrink-0" />
          {isWaiting ? (
            <Trans>You are offline. This page opens when the connection is back; what you typed stays here.</Trans>
          ) : (
            <Trans>
              You are offline. You see what was loaded before. Keep this page open: changes are sent when the connection
              is back.
            </Trans>
          )}
        </p>
      ) : null}
    </div>
  );
}
