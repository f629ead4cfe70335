import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../components/badge';
import { Page } from '../../components/page';
import { QueryList } from '../../components/query-list';
import { Skeleton } from '../../components/skeleton';
import type { PluginView } from '../../lib/api';
import { plugins } from './system.queries';

/** The plugins of the server: those that fail first, with the cause and the remedy. */
export function PluginsPage() {
  const { t } = useLingui();
  const list = useQuery(plugins());
  const sorted = list.data?.toSorted((a, b) => Number(b.state === 'failing') - Number(a.state === 'failing'));
  return (
    <Page title={t`Plugins`} description={t`This process’s plugins are checked each time this page loads.`}>
      <QueryList label={t`Plugins`} query={{ ...list, data: sorted }} placeholder={<Skeleton className="h-96" />}>
        {(plugin) => <PluginRow key={plugin.id} plugin={plugin} />}
      </QueryList>
    </Page>
  );
}

function PluginRow({
  plugin: { id, packageName, version, kinds, contract, state, lastError },
}: {
  plugin: PluginView;
}) {
  return (
    <li className="flex flex-col gap-1 px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-medium wrap-anywhere">{id}</h2>
        {kinds.map((kind) => (
          <Badge key={kind}>{kind}</Badge>
        ))}
        <span className="ms-auto">
          <PluginState state={state} />
        </span>
      </div>
      <p className="text-xs text-muted wrap-anywhere">
        {packageName} {version}, <Trans>contract {contract}</Trans>
      </p>
      {lastError === null ? null : <p className="text-danger wrap-anywhere">{lastError}</p>}
    </li>
  );
}

function PluginState({ state }: { state: string }) {
  if (state === 'ready')
    return (
      <Badge kind="ok">
        <Trans>Ready</Trans>
      </Badge>
    );
  if (state === 'failing')
    return (
      <Badge kind="danger">
        <Trans>Failing</Trans>
      </Badge>
    );
  return (
    <Badge>
      <Trans>Not used yet</Trans>
    </Badge>
  );
}
