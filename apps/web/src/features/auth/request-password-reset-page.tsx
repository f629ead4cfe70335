import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button, buttonClasses } from '../../components/button';
import { CenteredPage } from '../../components/centered-page';
import { ErrorPanel } from '../../components/error-panel';
import { TextField } from '../../components/text-field';
import { formValues } from '../../lib/form-values';
import { serverConfig } from '../session';
import { useRequestPasswordReset } from './auth.queries';

export function RequestPasswordResetPage(): ReactNode {
  const { t } = useLingui();
  const { data: config } = useQuery(serverConfig());
  const request = useRequestPasswordReset();
  return (
    <CenteredPage title={t`Reset password`}>
      {config?.auth.isPasswordResetEnabled === false ? (
        <>
          <p className="text-sm">
            <Trans>
              This server sends no e-mail, so it cannot send you a link. Ask its administrator, who can run:
            </Trans>
          </p>
          <pre className="overflow-x-auto rounded-control border border-line bg-bg p-2 text-xs" tabIndex={0}>
            npm run cli -- user set-password --email …
          </pre>
        </>
      ) : request.isSuccess ? (
        <p role="status" className="text-sm">
          <Trans>If there is an account with this address, we sent it a link.</Trans>
        </p>
      ) : (
        <form className="flex flex-col gap-4" onSubmit={(event) => request.mutate(formValues(event)['email'] ?? '')}>
          {request.error ? <ErrorPanel error={request.error} /> : null}
          <TextField name="email" type="email" label={t`E-mail address`} autoComplete="username" autoFocus required />
          <Button type="submit" kind="primary" isBusy={request.isPending}>
            <Trans>Send link</Trans>
          </Button>
        </form>
      )}
      <Link to="/login" className={buttonClasses()}>
        <Trans>Go to sign-in</Trans>
      </Link>
    </CenteredPage>
  );
}
