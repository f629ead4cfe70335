import { Plural, Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Time } from '../../components/time';
import type { ListedUser } from './admin-types';
import { UserBadges } from './user-badges';

export function UserRow({ user }: { user: ListedUser }) {
  return (
    <li className="relative flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 hover:bg-hover">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <Link
            to="/admin/users/$userId"
            params={{ userId: user.id }}
            className="min-w-0 truncate font-medium after:absolute after:inset-0"
          >
            <bdi>{user.name || user.email}</bdi>
          </Link>
          <UserBadges user={user} />
        </p>
        <p dir="auto" className="truncate text-muted">
          {user.email}
        </p>
      </div>
      <p className="text-xs text-muted sm:w-32">
        <Plural value={user.organizationCount} one="# organization" other="# organizations" />
      </p>
      <p className="text-xs text-muted sm:w-40">
        {user.lastActiveAt === null ? (
          <Trans>
            since <Time value={user.createdAt} />
          </Trans>
        ) : (
          <Trans>
            active <Time value={user.lastActiveAt} form="ago" />
          </Trans>
        )}
      </p>
    </li>
  );
}
