import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { ArrowLeft, Building2, KeyRound, Mail, Palette, ServerCog, ShieldCheck, User } from 'lucide-react';
import type { ReactNode } from 'react';
import { currentUser, mayAdminister } from '../session';
import { SignOutButton } from './sign-out-button';

const LINK =
  'flex min-h-(--control-height) shrink-0 items-center gap-2 rounded-control px-2 text-sm text-text hover:bg-hover [&.active]:bg-selected [&.active]:font-medium';

/** Around the pages of the account; without an organization. */
export function AccountLayout(): ReactNode {
  return (
    <AccountFrame>
      <Outlet />
    </AccountFrame>
  );
}

/** For pages outside of an organization. */
export function AccountFrame({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const { data: user } = useQuery(currentUser());
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] content-start md:grid-cols-[240px_minmax(0,1fr)] md:content-stretch">
      <aside
        aria-label={t`Account`}
        className="flex flex-col gap-3 border-line bg-panel p-2 max-md:border-b md:border-e"
      >
        <Link to="/" className={LINK}>
          <ArrowLeft aria-hidden size={16} className="shrink-0 text-muted rtl:rotate-180" />
          <Trans>Documents</Trans>
        </Link>
        <nav aria-label={t`Pages of the account`} className="flex gap-0.5 overflow-x-auto md:flex-col">
          <Link to="/settings/profile" className={LINK}>
            <User aria-hidden size={16} className="shrink-0 text-muted" />
            <Trans>Profile</Trans>
          </Link>
          <Link to="/settings/security" className={LINK}>
            <ShieldCheck aria-hidden size={16} className="shrink-0 text-muted" />
            <Trans>Security</Trans>
          </Link>
          <Link to="/settings/appearance" className={LINK}>
            <Palette aria-hidden size={16} className="shrink-0 text-muted" />
            <Trans>Appearance</Trans>
          </Link>
          <Link to="/api-keys" className={LINK}>
            <KeyRound aria-hidden size={16} className="shrink-0 text-muted" />
            <Trans>API keys</Trans>
          </Link>
          <Link to="/invitations" className={LINK}>
            <Mail aria-hidden size={16} className="shrink-0 text-muted" />
            <Trans>Invitations</Trans>
          </Link>
          <Link to="/organizations" className={LINK}>
            <Building2 aria-hidden size={16} className="shrink-0 text-muted" />
            <Trans>Organizations</Trans>
          </Link>
          {mayAdminister(user) ? (
            <Link to="/admin/overview" className={LINK}>
              <ServerCog aria-hidden size={16} className="shrink-0 text-muted" />
              <Trans>Administration</Trans>
            </Link>
          ) : null}
        </nav>
        <SignOutButton />
      </aside>
      <main id="main" className="min-w-0">
        {children}
      </main>
    </div>
  );
}
