import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { TextField } from '../../components/text-field';
import { formValues } from '../../lib/form-values';
import { notify } from '../../lib/notifications';
import { currentUser } from '../session';
import { useRename } from './account.queries';

export function ProfilePage(): ReactNode {
  const { t } = useLingui();
  const { data: user } = useQuery(currentUser());
  const rename = useRename();
  return (
    <Page title={t`Profile`}>
      <Card>
        <form
          className="flex max-w-md flex-col gap-4"
          onSubmit={(event) =>
            rename.mutate(formValues(event)['name'] ?? '', { onSuccess: () => notify(t`Name saved.`) })
          }
        >
          {rename.error ? <ErrorPanel error={rename.error} /> : null}
          <TextField
            key={user?.name}
            name="name"
            label={t`Name`}
            hint={t`Other members can see it.`}
            defaultValue={user?.name}
            maxLength={50}
            autoComplete="name"
            required
          />
          <TextField label={t`E-mail address`} value={user?.email ?? ''} hint={t`You sign in with it.`} readOnly />
          <div>
            <Button type="submit" kind="primary" isBusy={rename.isPending}>
              <Trans>Save</Trans>
            </Button>
          </div>
        </form>
      </Card>
    </Page>
  );
}
