import { useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { Dialog } from '../../components/dialog';
import { DialogButtons, useFormProblem } from '../../components/form';
import { TextArea } from '../../components/text-area';
import { useDone } from '../../components/use-show-problem';
import type { IntakeEmailView } from '../../lib/api';
import { readSenders } from './allowed-senders-text';
import { useUpdateAddress } from './intake-addresses.queries';

interface Values {
  allowedOrigins: string;
}

/** Edits who may send files to an address, one sender in each line. */
export function AllowedSenders({
  organizationId,
  address,
  onClose,
}: {
  organizationId: string;
  address: IntakeEmailView;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { id: intakeEmailId, emailAddress, allowedOrigins: before } = address;
  const update = useUpdateAddress({ organizationId, intakeEmailId });
  const done = useDone();
  const form = useForm<Values>({ defaultValues: { allowedOrigins: before.join('\n') } });
  const { errors } = form.formState;
  const showFormProblem = useFormProblem(form.setError, ['allowedOrigins']);
  const save = form.handleSubmit(({ allowedOrigins: text }) => {
    const { senders, mistakes } = readSenders(text);
    if (mistakes.length > 0) {
      const named = mistakes.join(', ');
      form.setError('allowedOrigins', { message: t`Not an e-mail address or domain: ${named}` }, { shouldFocus: true });
      return;
    }
    update.mutate(
      { allowedOrigins: senders },
      {
        onError: showFormProblem,
        onSuccess: () => {
          onClose();
          done(t`Allowed senders saved.`, () => update.mutateAsync({ allowedOrigins: before }));
        },
      },
    );
  });
  return (
    <Dialog isOpen onClose={onClose} title={t`Allowed senders`} description={<bdi>{emailAddress}</bdi>}>
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void save(event)}>
        <TextArea
          label={t`Senders`}
          hint={t`One address per line, or a domain such as @example.com for all of its addresses. Files from anyone else are listed under “Rejected”. If the list is empty, nothing is accepted.`}
          rows={6}
          autoComplete="off"
          inputMode="email"
          spellCheck={false}
          error={errors.allowedOrigins?.message ?? errors.root?.message}
          {...form.register('allowedOrigins')}
        />
        <DialogButtons action={t`Save`} isBusy={update.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
