import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { EllipsisVertical, Footprints, LockKeyhole, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../components/badge';
import { IconButton } from '../../components/icon-button';
import { Menu, MenuItem } from '../../components/menu';
import { Time } from '../../components/time';
import { UndoableSwitch } from '../../components/switch';
import { AccessLog } from './access-log';
import { DeleteLink } from './delete-link';
import { EditLink } from './edit-link';
import { LinkAddress } from './link-address';
import { LinkStatusBadge } from './link-status';
import { useUpdateShareLink, type ListedShareLink, type ShareLink } from './share-links.queries';

export interface LinkRowProps {
  link: ShareLink;
  isDocumentDeleted: boolean;
  /** Shown where links of several documents are listed. */
  documentName?: ListedShareLink['documentName'];
}

/** A link with its state, what visitors did, and what can be done with it. */
export function LinkRow({ link, isDocumentDeleted, documentName }: LinkRowProps) {
  const { t } = useLingui();
  const [opened, setOpened] = useState<'accesses' | 'delete' | 'edit'>();
  const close = (): void => setOpened(undefined);
  const { organizationId, documentId } = link;
  const update = useUpdateShareLink(organizationId);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1">
        {documentName === undefined ? null : (
          <Link
            to="/organizations/$organizationId/documents/$documentId"
            params={{ organizationId, documentId }}
            className="truncate font-medium hover:underline"
          >
            <bdi>{documentName}</bdi>
          </Link>
        )}
        <LinkAddress url={link.url} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
          <LinkStatusBadge link={{ ...link, isDocumentDeleted }} />
          {link.isPasswordProtected ? (
            <Badge kind="info">
              <LockKeyhole aria-hidden size={12} className="me-1" />
              <Trans>Password</Trans>
            </Badge>
          ) : null}
          <LinkFigures link={link} />
        </div>
      </div>
      <div className="flex items-center gap-2">
        <UndoableSwitch
          isOn={link.isEnabled}
          save={(isEnabled) => update.mutateAsync({ shareLinkId: link.id, body: { isEnabled } })}
          textOn={t`The link works again.`}
          textOff={t`The link is off and opens nothing.`}
        >
          <Trans>On</Trans>
        </UndoableSwitch>
        <Menu trigger={<IconButton icon={EllipsisVertical} label={t`Link actions`} />}>
          <MenuItem icon={Pencil} onSelect={() => setOpened('edit')}>
            <Trans>Change</Trans>
          </MenuItem>
          <MenuItem icon={Footprints} onSelect={() => setOpened('accesses')}>
            <Trans>Who opened it</Trans>
          </MenuItem>
          <MenuItem icon={Trash2} isDangerous onSelect={() => setOpened('delete')}>
            <Trans>Delete link</Trans>
          </MenuItem>
        </Menu>
      </div>
      {opened === 'edit' ? <EditLink link={link} onClose={close} /> : null}
      {opened === 'accesses' ? <AccessLog link={link} onClose={close} /> : null}
      {opened === 'delete' ? <DeleteLink link={link} onClose={close} /> : null}
    </li>
  );
}

/** When it ends, and what visitors did. */
function LinkFigures({ link }: { link: ShareLink }) {
  const { t } = useLingui();
  const { expiresAt, lastAccessedAt, viewsCount, downloadsCount, maxDownloads } = link;
  return (
    <>
      <span>
        {expiresAt === null ? (
          <Trans>Never expires</Trans>
        ) : new Date(expiresAt).getTime() <= Date.now() ? (
          <Trans>
            Expired <Time value={expiresAt} form="ago" />
          </Trans>
        ) : (
          <Trans>
            Expires <Time value={expiresAt} form="time" />
          </Trans>
        )}
      </span>
      <span>
        {lastAccessedAt === null ? (
          <Trans>Never opened</Trans>
        ) : (
          <Trans>
            Last opened <Time value={lastAccessedAt} form="ago" />
          </Trans>
        )}
      </span>
      <span>{plural(viewsCount, { one: '# view', other: '# views' })}</span>
      <span>
        {maxDownloads === null
          ? plural(downloadsCount, { one: '# download', other: '# downloads' })
          : t`${downloadsCount} of ${maxDownloads} downloads`}
      </span>
    </>
  );
}
