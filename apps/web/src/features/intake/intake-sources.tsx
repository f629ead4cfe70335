import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Folder, Mail, Plug, type LucideIcon } from 'lucide-react';
import { Card } from '../../components/card';
import { ErrorPanel } from '../../components/error-panel';
import { Skeleton } from '../../components/skeleton';
import type { IntakeSourceView } from '../../lib/api';
import { intakeSources } from './intake.queries';

const ICONS: Record<IntakeSourceView['source'], LucideIcon> = { email: Mail, folder: Folder, plugin: Plug };

/** The folders and mailboxes that the server watches, as their plugins describe them. */
export function IntakeSources({ organizationId }: { organizationId: string }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(intakeSources(organizationId));
  return (
    <Card title={t`Folders and mailboxes`}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? <HowToSetUp organizationId={organizationId} /> : null}
      {data && data.length > 0 ? (
        <ul aria-label={t`Folders and mailboxes`} className="flex flex-col gap-3">
          {data.map((source) => (
            <SourceRow key={`${source.pluginId} ${source.instance}`} source={source} />
          ))}
        </ul>
      ) : null}
      {data || error ? null : <Skeleton className="h-12" />}
    </Card>
  );
}

function SourceRow({ source: { pluginId, instance, source, description } }: { source: IntakeSourceView }) {
  const Icon = ICONS[source];
  return (
    <li className="flex gap-3">
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0">
        <p dir="auto" className="break-words">
          {description}
        </p>
        <p className="text-xs text-muted">
          <bdi>{instance === 'default' ? pluginId : `${pluginId} (${instance})`}</bdi>
        </p>
      </div>
    </li>
  );
}

const FOLDER_SETTING = 'INTAKE_FOLDER_ENABLED';
const MAILBOX_SETTING = 'INTAKE_IMAP_HOST';
const GUIDE = 'docs/guides/intake.md';

function HowToSetUp({ organizationId }: { organizationId: string }) {
  const [folder, mailbox, id, guide] = [FOLDER_SETTING, MAILBOX_SETTING, organizationId, GUIDE].map((text) => (
    <code key={text} className="wrap-anywhere">
      {text}
    </code>
  ));
  return (
    <div className="flex flex-col gap-2 text-muted">
      <p>
        <Trans>The server does not watch a folder or mailbox for this organization.</Trans>
      </p>
      <p>
        <Trans>
          The administrator of the server can change that: {folder} makes it take files from a folder, {mailbox} and its
          other settings from a mailbox. The id of this organization is {id}. The guide {guide} of the documentation
          shows how.
        </Trans>
      </p>
    </div>
  );
}
