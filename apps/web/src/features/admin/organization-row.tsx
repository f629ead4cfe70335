import { Plural, Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../components/badge';
import { Bar } from '../../components/bar';
import { Time } from '../../components/time';
import { formatSize } from '../../lib/format';
import type { AdminOrganization } from './admin-types';

/** The bar compares its files with those of the largest organization that is shown. */
export function OrganizationRow({ organization, largest }: { organization: AdminOrganization; largest: number }) {
  const { id, name, ownerName, memberCount, documentsCount, documentsSize, createdAt } = organization;
  const owner = <bdi>{ownerName}</bdi>;
  return (
    <li className="relative flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 hover:bg-hover">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <Link
            to="/admin/organizations/$organizationId"
            params={{ organizationId: id }}
            className="min-w-0 truncate font-medium after:absolute after:inset-0"
          >
            <bdi>{name}</bdi>
          </Link>
          <DeletedBadge organization={organization} />
        </p>
        <p className="flex flex-wrap gap-x-3 text-xs text-muted">
          {ownerName === null ? null : (
            <span>
              <Trans>by {owner}</Trans>
            </span>
          )}
          <Plural value={memberCount} one="# member" other="# members" />
          <span>
            <Trans>
              since <Time value={createdAt} />
            </Trans>
          </span>
        </p>
      </div>
      <div className="flex w-full flex-col gap-1 sm:w-56">
        <p className="flex justify-between gap-2 text-xs">
          <Plural value={documentsCount} one="# document" other="# documents" />
          <span>{formatSize(documentsSize)}</span>
        </p>
        <Bar whole={largest} parts={[{ value: documentsSize, kind: 'accent' }]} />
      </div>
    </li>
  );
}

export function DeletedBadge({ organization: { deletedAt } }: { organization: AdminOrganization }) {
  if (deletedAt === null) return null;
  return (
    <Badge kind="danger">
      <Trans>Deleted</Trans>
    </Badge>
  );
}
