import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown, KeyRound, LogOut, Mail, Palette, ServerCog, ShieldCheck, User } from 'lucide-react';
import { Button } from '../../components/button';
import { Initial } from '../../components/initial';
import { Menu, MenuItem, MenuSeparator } from '../../components/menu';
import { currentUser, mayAdminister, useSignOut } from '../session';

export function UserMenu() {
  const navigate = useNavigate();
  const { data: user } = useQuery(currentUser());
  const signOut = useSignOut();
  return (
    <Menu
      trigger={
        <Button kind="quiet" className="w-full">
          <Initial name={user?.name ?? ''} className="rounded-full bg-selected text-accent" />
          <span className="min-w-0 flex-1 truncate text-start" dir="auto">
            {user?.name ?? ' '}
          </span>
          <ChevronsUpDown aria-hidden size={14} className="shrink-0 text-muted" />
        </Button>
      }
    >
      <MenuItem icon={User} onSelect={() => void navigate({ to: '/settings/profile' })}>
        <Trans>Profile</Trans>
      </MenuItem>
      <MenuItem icon={ShieldCheck} onSelect={() => void navigate({ to: '/settings/security' })}>
        <Trans>Security</Trans>
      </MenuItem>
      <MenuItem icon={Palette} onSelect={() => void navigate({ to: '/settings/appearance' })}>
        <Trans>Appearance</Trans>
      </MenuItem>
      <MenuItem icon={KeyRound} onSelect={() => void navigate({ to: '/api-keys' })}>
        <Trans>API keys</Trans>
      </MenuItem>
      <MenuItem icon={Mail} onSelect={() => void navigate({ to: '/invitations' })}>
        <Trans>Invitations</Trans>
      </MenuItem>
      {mayAdminister(user) ? (
        <MenuItem icon={ServerCog} onSelect={() => void navigate({ to: '/admin/overview' })}>
          <Trans>Administration</Trans>
        </MenuItem>
      ) : null}
      <MenuSeparator />
      <MenuItem
        icon={LogOut}
        onSelect={() => signOut.mutate(undefined, { onSettled: () => void navigate({ to: '/login' }) })}
      >
        <Trans>Sign out</Trans>
      </MenuItem>
    </Menu>
  );
}
