import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Button, buttonClasses } from '../../components/button';
import { CopyButton } from '../../components/copy-button';
import { DateField } from '../../components/date-field';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { SelectField } from '../../components/select-field';
import { TextField } from '../../components/text-field';
import type { Permission } from '../../lib/api';
import { formValues } from '../../lib/form-values';
import { useCreateApiKey } from './api-keys.queries';
import { EXPIRIES, expiryTime, type Expiry } from './expiry';
import { OrganizationFields } from './organization-fields';
import { PermissionFields } from './permission-fields';
import { READING } from './permissions';

export function CreateApiKeyPage(): ReactNode {
  const { t } = useLingui();
  const create = useCreateApiKey();
  return (
    <Page title={t`New API key`}>
      {create.data ? <Token token={create.data.token} /> : <KeyForm create={create} />}
    </Page>
  );
}

function Token({ token }: { token: string }) {
  const { t } = useLingui();
  return (
    <div role="status" className="flex flex-col gap-4">
      <p className="text-sm">
        <Trans>Copy the key now. It is shown only this once.</Trans>
      </p>
      <div className="flex items-center gap-2 rounded-menu border border-line bg-panel p-2">
        <code className="min-w-0 flex-1 text-sm break-all" dir="ltr">
          {token}
        </code>
        <CopyButton text={token} label={t`Copy key`} />
      </div>
      <div>
        <Link to="/api-keys" className={buttonClasses({ kind: 'primary' })}>
          <Trans>I’ve copied it</Trans>
        </Link>
      </div>
    </div>
  );
}

function KeyForm({ create }: { create: ReturnType<typeof useCreateApiKey> }) {
  const { t } = useLingui();
  const [permissions, setPermissions] = useState<ReadonlySet<Permission>>(new Set(READING));
  const [organizationIds, setOrganizationIds] = useState<ReadonlySet<string>>();
  const [expiry, setExpiry] = useState<Expiry>('90');
  const [date, setDate] = useState('');
  const expiryNames: Record<Expiry, string> = {
    30: t`In 30 days`,
    90: t`In 90 days`,
    365: t`In a year`,
    never: t`Never`,
    date: t`On a date`,
  };
  const isComplete = permissions.size > 0 && organizationIds?.size !== 0 && (expiry !== 'date' || date !== '');
  return (
    <form
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        const { name = '' } = formValues(event);
        const expiresAt = expiryTime(expiry, date);
        create.mutate({
          name,
          permissions: [...permissions],
          ...(expiresAt === null ? {} : { expiresAt }),
          ...(organizationIds
            ? { allOrganizations: false, organizationIds: [...organizationIds] }
            : { allOrganizations: true }),
        });
      }}
    >
      {create.error ? <ErrorPanel error={create.error} /> : null}
      <div className="flex max-w-md flex-col gap-4">
        <TextField
          name="name"
          label={t`Name`}
          hint={t`What uses it, for example “Office scanner”.`}
          maxLength={255}
          autoFocus
          required
        />
        <SelectField
          label={t`Expires`}
          value={expiry}
          options={EXPIRIES.map((value) => ({ value, label: expiryNames[value] }))}
          onChange={(event) => setExpiry(event.target.value as Expiry)}
        />
        {expiry === 'date' ? (
          <DateField label={t`Expires on`} isDraft value={date} onDate={setDate} input={{ required: true }} />
        ) : null}
      </div>
      <PermissionFields chosen={permissions} onChange={setPermissions} />
      <OrganizationFields chosen={organizationIds} onChange={setOrganizationIds} />
      <div className="flex gap-2">
        <Button type="submit" kind="primary" isBusy={create.isPending} disabled={!isComplete}>
          <Trans>Create key</Trans>
        </Button>
        <Link to="/api-keys" className={buttonClasses()}>
          <Trans>Cancel</Trans>
        </Link>
      </div>
    </form>
  );
}
