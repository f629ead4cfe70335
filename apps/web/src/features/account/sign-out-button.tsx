import { Trans } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { Button } from '../../components/button';
import { useSignOut } from '../session';

export function SignOutButton() {
  const navigate = useNavigate();
  const signOut = useSignOut();
  return (
    <Button
      kind="quiet"
      className="justify-start! px-2"
      isBusy={signOut.isPending}
      onClick={() => signOut.mutate(undefined, { onSettled: () => void navigate({ to: '/login' }) })}
    >
      <LogOut aria-hidden size={16} className="text-muted" />
      <Trans>Sign out</Trans>
    </Button>
  );
}
