import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Link2, ShieldAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { SelectField } from '../../components/select-field';
import { Skeleton } from '../../components/skeleton';
import { useRole } from '../session';
import { LinkRow } from './link-row';
import { statusOf } from './share-links';
import { shareLinks } from './share-links.queries';

/** Rows that are shown at once. */
const MOST = 100;

/** All links of the organization. */
export function ShareLinksPage(): ReactNode {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const { role, canEdit } = useRole(organizationId);
  return (
    <Page
      title={t`Share links`}
      description={
        <Trans>Documents that people without an account can open with a link, and a password if you set one.</Trans>
      }
    >
      {canEdit ? <Links organizationId={organizationId} /> : null}
      {role !== undefined && !canEdit ? (
        <EmptyState icon={ShieldAlert} title={t`Viewers cannot see links`}>
          <Trans>Anyone can open a link, so only members, admins and the owner see them.</Trans>
        </EmptyState>
      ) : null}
    </Page>
  );
}

function Links({ organizationId }: { organizationId: string }) {
  const { t } = useLingui();
  const [shown, setShown] = useState<'active' | 'all' | 'ended'>('all');
  const [count, setCount] = useState(MOST);
  const { data, error, refetch } = useQuery(shareLinks(organizationId));
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-43" />;
  if (data.length === 0)
    return (
      <EmptyState icon={Link2} title={t`No links`}>
        <Trans>Open a document and choose “Share” to create one.</Trans>
      </EmptyState>
    );
  const links = data.filter((link) => shown === 'all' || (statusOf(link) === 'active') === (shown === 'active'));
  return (
    <>
      <div className="w-48">
        <SelectField
          label={t`Which links`}
          isLabelHidden
          value={shown}
          onChange={({ target }) => setShown(target.value as typeof shown)}
          options={[
            { value: 'all', label: t`All links` },
            { value: 'active', label: t`Active` },
            { value: 'ended', label: t`Those that open nothing` },
          ]}
        />
      </div>
      {links.length === 0 ? (
        <p className="text-muted">
          <Trans>Link not found.</Trans>
        </p>
      ) : (
        <ul aria-label={t`Share links`} className="flex flex-col divide-y divide-line rounded-menu border border-line">
          {links.slice(0, count).map((link) => (
            <LinkRow
              key={link.id}
              link={link}
              isDocumentDeleted={link.isDocumentDeleted}
              documentName={link.documentName}
            />
          ))}
        </ul>
      )}
      {links.length > count ? (
        <Button className="self-start" onClick={() => setCount(count + MOST)}>
          <Trans>Show more</Trans>
        </Button>
      ) : null}
    </>
  );
}
