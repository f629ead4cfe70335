import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../components/badge';
import { currentUser } from '../session';
import type { AdminUser } from './admin-types';

/** What is special about a user, in words. */
export function UserBadges({ user: { id, isAdmin, disabledAt, emailVerified } }: { user: AdminUser }) {
  const { data: me } = useQuery(currentUser());
  return (
    <>
      {id === me?.id ? (
        <Badge kind="info">
          <Trans>You</Trans>
        </Badge>
      ) : null}
      {isAdmin ? (
        <Badge kind="ok">
          <Trans>Administrator</Trans>
        </Badge>
      ) : null}
      {disabledAt === null ? null : (
        <Badge kind="danger">
          <Trans>Disabled</Trans>
        </Badge>
      )}
      {emailVerified ? null : (
        <Badge>
          <Trans>E-mail not confirmed</Trans>
        </Badge>
      )}
    </>
  );
}
