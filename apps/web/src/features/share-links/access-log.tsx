import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Badge, type BadgeKind } from '../../components/badge';
import { Dialog } from '../../components/dialog';
import { QueryList } from '../../components/query-list';
import { Skeleton } from '../../components/skeleton';
import { Time } from '../../components/time';
import { accessesOf, type ShareLink } from './share-links.queries';

const KINDS = {
  view: { text: msg`Opened`, kind: 'neutral' as BadgeKind },
  download: { text: msg`Downloaded`, kind: 'info' as BadgeKind },
  'wrong-password': { text: msg`Wrong password`, kind: 'warn' as BadgeKind },
} as const;

/** The latest visits of a link. Addresses are shortened: they say from which network, not from which device. */
export function AccessLog({ link, onClose }: { link: ShareLink; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const { organizationId, id: shareLinkId } = link;
  const visits = useQuery(accessesOf({ organizationId, shareLinkId }));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isWide
      title={t`Who opened the link`}
      description={t`The latest 100 visits. IP addresses are shortened.`}
    >
      <QueryList
        label={t`Visits`}
        query={visits}
        placeholder={<Skeleton className="h-32" />}
        empty={
          <p className="text-sm text-muted">
            <Trans>Not opened yet.</Trans>
          </p>
        }
        className="text-sm"
      >
        {(access, index) => (
          <li key={`${access.at} ${index}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <Badge kind={KINDS[access.kind].kind}>{i18n._(KINDS[access.kind].text)}</Badge>
            <Time value={access.at} form="time" />
            <code dir="ltr">{access.address}</code>
            <span className="min-w-0 basis-full truncate text-xs text-muted" title={access.userAgent ?? undefined}>
              <bdi>{access.userAgent ?? t`Unknown program`}</bdi>
            </span>
          </li>
        )}
      </QueryList>
    </Dialog>
  );
}
