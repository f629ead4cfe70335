import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../components/button';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { Dialog } from '../../components/dialog';
import { ErrorPanel } from '../../components/error-panel';
import { TextField } from '../../components/text-field';
import { Time } from '../../components/time';
import { useShowProblem } from '../../components/use-show-problem';
import { formValues } from '../../lib/form-values';
import { notify } from '../../lib/notifications';
import { useDeletePasskey, useRenamePasskey, type Passkey } from './passkeys.queries';

/** The limit of the server. */
const MAX_NAME_LENGTH = 64;

export function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { t } = useLingui();
  const [step, setStep] = useState<'delete' | 'rename'>();
  const name = passkey.name ?? t`Passkey`;
  const close = (): void => setStep(undefined);
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2">
      <div className="min-w-0 flex-1 basis-40">
        <p className="truncate font-medium" dir="auto">
          {name}
        </p>
        <p className="text-xs text-muted">
          {passkey.createdAt === null ? null : (
            <Trans>
              since <Time value={passkey.createdAt} />
            </Trans>
          )}
          {passkey.backedUp ? <> · {t`on all your devices`}</> : null}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="small" aria-label={t`Rename ${name}`} onClick={() => setStep('rename')}>
          <Trans>Rename</Trans>
        </Button>
        <Button size="small" aria-label={t`Delete ${name}`} onClick={() => setStep('delete')}>
          <Trans>Delete</Trans>
        </Button>
      </div>
      <Dialog isOpen={step === 'rename'} onClose={close} title={t`Rename passkey`}>
        <RenameForm passkey={passkey} onDone={close} />
      </Dialog>
      <DeletePasskey passkey={passkey} name={name} isOpen={step === 'delete'} onClose={close} />
    </li>
  );
}

function RenameForm({ passkey: { id, name: before }, onDone }: { passkey: Passkey; onDone: () => void }) {
  const { t } = useLingui();
  const rename = useRenamePasskey();
  const showProblem = useShowProblem();
  const save = async (name: string): Promise<void> => {
    await rename.mutateAsync({ id, name });
    onDone();
    const undo = { label: t`Undo`, run: () => void rename.mutateAsync({ id, name: before ?? '' }).catch(showProblem) };
    notify(t`Passkey renamed to “${name}”.`, before === null ? undefined : undo);
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => void save((formValues(event)['name'] ?? '').trim()).catch(() => undefined)}
    >
      {rename.error ? <ErrorPanel error={rename.error} /> : null}
      <TextField
        name="name"
        label={t`Name`}
        hint={t`The device or app that stores it.`}
        defaultValue={before ?? ''}
        maxLength={MAX_NAME_LENGTH}
        pattern=".*\S.*"
        autoComplete="off"
        required
      />
      <div className="flex justify-end">
        <Button type="submit" kind="primary" isBusy={rename.isPending}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  );
}

function DeletePasskey({
  passkey,
  name,
  isOpen,
  onClose,
}: {
  passkey: Passkey;
  name: string;
  isOpen: boolean;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const deletePasskey = useDeletePasskey();
  const remove = async (): Promise<void> => {
    await deletePasskey.mutateAsync(passkey.id);
    notify(t`Passkey deleted.`);
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t`Delete this passkey?`}
      action={t`Delete passkey`}
      isBusy={deletePasskey.isPending}
      onConfirm={() => void remove().catch(() => undefined)}
    >
      {t`“${name}” can no longer be used to sign in. Delete it on its device too; a deleted passkey cannot be restored.`}
      {deletePasskey.error ? <ErrorPanel error={deletePasskey.error} /> : null}
    </ConfirmDialog>
  );
}
