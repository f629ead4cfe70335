import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { KeyRound, LogOut, Mail, Palette, ServerCog, ShieldCheck, User } from 'lucide-react';
import { Initial } from '../../components/initial';
import { Menu, MenuItem, MenuSeparator } from '../../components/menu';
import { currentUser, mayAdminister, useSignOut } from '../session';

export function UserMenu() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { data: user } = useQuery(currentUser());
  const signOut = useSignOut();
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={user?.name ?? t`Account`}
          title={user?.name}
          className="grid size-(--control-height) shrink-0 place-items-center rounded-full hover:bg-hover"
        >
          <Initial name={user?.name ?? ''} className="rounded-full bg-selected text-accent" />
        </button>
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
