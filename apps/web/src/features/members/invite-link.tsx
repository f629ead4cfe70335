import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { buttonClasses } from '../../components/button';

export function InviteLink({ organizationId }: { organizationId: string }) {
  return (
    <Link
      to="/organizations/$organizationId/members/invite"
      params={{ organizationId }}
      className={buttonClasses({ kind: 'primary' })}
    >
      <UserPlus aria-hidden size={16} />
      <Trans>Invite</Trans>
    </Link>
  );
}
