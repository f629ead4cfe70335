import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../components/button';
import { CopyButton } from '../../components/copy-button';
import { ErrorPanel } from '../../components/error-panel';
import { problemOf } from '../../lib/errors';
import { isComplete, LinkFields, type LinkValues } from './link-fields';
import { LinkAddress } from './link-address';
import { downloadLimit, expiryTime } from './share-links';
import { useCreateShareLink, type DocumentAddress, type ShareLink } from './share-links.queries';

const EMPTY: LinkValues = { expiry: '7', date: '', password: '', maxDownloads: '' };

/** Makes a link and shows it, with the password that is not shown again. */
export function CreateLink({ path }: { path: DocumentAddress }) {
  const { t } = useLingui();
  const create = useCreateShareLink(path);
  const [values, setValues] = useState(EMPTY);
  const [made, setMade] = useState<{ link: ShareLink; password: string }>();
  const problems = create.error ? problemOf(create.error, '').fields : new Map<string, string>();
  if (made)
    return (
      <MadeLink
        {...made}
        onAnother={() => {
          setMade(undefined);
          setValues(EMPTY);
        }}
      />
    );
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isComplete(values)) return;
        const { expiry, date, password, maxDownloads } = values;
        create.mutate(
          {
            expiresAt: expiry === 'keep' ? null : expiryTime(expiry, date),
            maxDownloads: downloadLimit(maxDownloads) ?? null,
            ...(password === '' ? {} : { password }),
          },
          { onSuccess: (link) => setMade({ link, password }) },
        );
      }}
    >
      {create.error && problems.size === 0 ? <ErrorPanel error={create.error} /> : null}
      <LinkFields
        values={values}
        onChange={(change) => setValues({ ...values, ...change })}
        passwordHint={t`Without a password, anyone with the link can open it.`}
        problems={problems}
      />
      <Button type="submit" kind="primary" className="self-start" isBusy={create.isPending}>
        <Trans>Create link</Trans>
      </Button>
    </form>
  );
}

function MadeLink({ link, password, onAnother }: { link: ShareLink; password: string; onAnother: () => void }) {
  const { t } = useLingui();
  return (
    <div role="status" className="flex flex-col gap-3 rounded-menu bg-ok-bg p-3 text-sm text-ok">
      <p className="font-medium">
        <Trans>The link is ready. Copy it and send it.</Trans>
      </p>
      <LinkAddress url={link.url} />
      {password === '' ? null : (
        <>
          <p>
            <Trans>The password is not shown again. Send it separately from the link.</Trans>
          </p>
          <div className="flex min-w-0 items-center gap-1">
            <code className="min-w-0 break-all select-all" dir="ltr">
              {password}
            </code>
            <CopyButton text={password} label={t`Copy password`} />
          </div>
        </>
      )}
      <Button size="small" className="self-start" onClick={onAnother}>
        <Trans>Create another link</Trans>
      </Button>
    </div>
  );
}
