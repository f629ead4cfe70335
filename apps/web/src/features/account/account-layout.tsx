import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { ArrowLeft, Building2, Globe, KeyRound, Mail, Palette, ServerCog, ShieldCheck, User } from 'lucide-react';
import type { ReactNode } from 'react';
import { sideLinkClasses } from '../../components/sub-navigation';
import { currentUser, mayAdminister } from '../session';
import { SignOutButton } from './sign-out-button';

const NAVIGATION = [
  { to: '/settings/profile', label: msg`Profile`, icon: User },
  { to: '/settings/security', label: msg`Security`, icon: ShieldCheck },
  { to: '/settings/appearance', label: msg`Appearance`, icon: Palette },
  { to: '/settings/region', label: msg`Language and region`, icon: Globe },
  { to: '/api-keys', label: msg`API keys`, icon: KeyRound },
  { to: '/invitations', label: msg`Invitations`, icon: Mail },
  { to: '/organizations', label: msg`Organizations`, icon: Building2 },
] as const;

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
  const { t, i18n } = useLingui();
  const { data: user } = useQuery(currentUser());
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] content-start md:grid-cols-[240px_minmax(0,1fr)] md:content-stretch">
      <aside
        aria-label={t`Account`}
        className="flex flex-col gap-3 border-line bg-panel p-2 max-md:border-b md:border-e"
      >
        <Link to="/" className={sideLinkClasses}>
          <ArrowLeft aria-hidden size={16} className="shrink-0 text-muted rtl:rotate-180" />
          <Trans>Documents</Trans>
        </Link>
        <nav aria-label={t`Account pages`} className="flex gap-0.5 overflow-x-auto md:flex-col">
          {NAVIGATION.map(({ to, label, icon: Icon }) => (
            <Link key={to} to={to} className={sideLinkClasses}>
              <Icon aria-hidden size={16} className="shrink-0 text-muted" />
              {i18n._(label)}
            </Link>
          ))}
          {mayAdminister(user) ? (
            <Link to="/admin/overview" className={sideLinkClasses}>
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
