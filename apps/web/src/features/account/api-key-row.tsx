import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../components/button';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { ErrorPanel } from '../../components/error-panel';
import { Time } from '../../components/time';
import type { ApiKeyView } from '../../lib/api';
import { notify } from '../../lib/notifications';
import { useDeleteApiKey } from './api-keys.queries';
import { usePermissionNames } from './part-names';
import { permissionGroups } from './permissions';

export function ApiKeyRow({ apiKey }: { apiKey: ApiKeyView }) {
  const { t } = useLingui();
  const [isAsking, setIsAsking] = useState(false);
  const deleteKey = useDeleteApiKey();
  // Not the callbacks of `mutate`: they are dropped with this row.
  const remove = async (): Promise<void> => {
    await deleteKey.mutateAsync(apiKey.id);
    notify(t`Key deleted.`);
  };
  const { name, prefix, organizations, allOrganizations, lastUsedAt, expiresAt } = apiKey;
  const isExpired = expiresAt !== null && new Date(expiresAt).getTime() < Date.now();
  return (
    <li className="flex flex-wrap items-start justify-between gap-2 p-3">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <h2 className="truncate font-medium" dir="auto">
          {name}
        </h2>
        <p className="text-xs text-muted">
          <code dir="ltr">{prefix}…</code> ·{' '}
          {lastUsedAt === null ? (
            <Trans>never used</Trans>
          ) : (
            <Trans>
              used <Time value={lastUsedAt} form="ago" />
            </Trans>
          )}{' '}
          ·{' '}
          {expiresAt === null ? (
            <Trans>never expires</Trans>
          ) : isExpired ? (
            <span className="text-danger">
              <Trans>
                expired on <Time value={expiresAt} />
              </Trans>
            </span>
          ) : (
            <Trans>
              expires on <Time value={expiresAt} />
            </Trans>
          )}
        </p>
        <p className="text-xs text-muted" dir="auto">
          {allOrganizations ? <Trans>All organizations</Trans> : organizations.map((each) => each.name).join(', ')}
        </p>
        <Permissions apiKey={apiKey} />
      </div>
      <Button size="small" aria-label={t`Delete ${name}`} onClick={() => setIsAsking(true)}>
        <Trans>Delete</Trans>
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t`Delete this API key?`}
        action={t`Delete key`}
        isBusy={deleteKey.isPending}
        onConfirm={() => void remove().catch(() => undefined)}
      >
        {t`Programs that use “${name}” lose access at once. A deleted key cannot be restored.`}
        {deleteKey.error ? <ErrorPanel error={deleteKey.error} /> : null}
      </ConfirmDialog>
    </li>
  );
}

function Permissions({ apiKey }: { apiKey: ApiKeyView }) {
  const { partName, verbName } = usePermissionNames();
  return (
    <details className="text-xs text-muted">
      <summary className="w-fit py-1">
        <Plural value={apiKey.permissions.length} one="# permission" other="# permissions" />
      </summary>
      <ul>
        {permissionGroups(apiKey.permissions).map(({ part, permissions }) => (
          <li key={part}>
            {partName(part)}: {permissions.map(verbName).join(', ')}
          </li>
        ))}
      </ul>
    </details>
  );
}
