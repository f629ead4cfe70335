import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Checkbox } from '../../components/checkbox';
import { Dialog } from '../../components/dialog';
import { DialogButtons } from '../../components/form';
import { ErrorPanel } from '../../components/error-panel';
import { problemOf } from '../../lib/errors';
import { formatTime } from '../../lib/format';
import { notify } from '../../lib/notifications';
import { isComplete, LinkFields, type LinkValues } from './link-fields';
import { downloadLimit, expiryTime } from './share-links';
import { useUpdateShareLink, type ShareLink } from './share-links.queries';

/** Changes when a link ends and its password; its address stays. */
export function EditLink({ link, onClose }: { link: ShareLink; onClose: () => void }) {
  const { t } = useLingui();
  const update = useUpdateShareLink(link.organizationId);
  const [isOpen, setIsOpen] = useState(false);
  const [values, setValues] = useState<LinkValues>({
    expiry: 'keep',
    date: '',
    password: '',
    maxDownloads: link.maxDownloads === null ? '' : String(link.maxDownloads),
  });
  const problems = update.error ? problemOf(update.error, '').fields : new Map<string, string>();
  const save = (): void => {
    const { expiry, date, password, maxDownloads } = values;
    const body = {
      ...(expiry === 'keep' ? {} : { expiresAt: expiryTime(expiry, date) }),
      ...(isOpen ? { password: null } : password === '' ? {} : { password }),
      maxDownloads: downloadLimit(maxDownloads) ?? null,
    };
    update.mutate(
      { shareLinkId: link.id, body },
      {
        onSuccess: () => {
          notify(t`Link saved.`);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog isOpen onClose={onClose} title={t`Edit link`}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete(values)) save();
        }}
      >
        {update.error && problems.size === 0 ? <ErrorPanel error={update.error} /> : null}
        <LinkFields
          values={values}
          onChange={(change) => setValues({ ...values, ...change })}
          keepExpiry={link.expiresAt === null ? t`Keep: never` : t`Keep: ${formatTime(link.expiresAt)}`}
          passwordHint={
            link.isPasswordProtected
              ? t`Leave empty to keep the current password. After a change, visitors have to enter the new one.`
              : t`Without a password, anyone with the link can open it.`
          }
          problems={problems}
        >
          {link.isPasswordProtected ? (
            <Checkbox checked={isOpen} onChange={({ target }) => setIsOpen(target.checked)}>
              <Trans>Remove password</Trans>
            </Checkbox>
          ) : null}
        </LinkFields>
        <DialogButtons action={t`Save`} isBusy={update.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
