import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { useDone } from '../../components/use-show-problem';
import { notify } from '../../lib/notifications';
import { FileRequestForm, useFileRequestProblem } from './file-request-form';
import { changedFields, valuesOf, type FileRequestValues } from './file-requests';
import { useUpdateFileRequest, type FileRequest, type FileRequestAddress } from './file-requests.queries';

export function EditFileRequest({ address, request }: { address: FileRequestAddress; request: FileRequest }) {
  const { t } = useLingui();
  const update = useUpdateFileRequest(address);
  const done = useDone();
  // What the fields began with: only what differs from it is sent, so that changes of others stay.
  const [base, setBase] = useState(request);
  const form = useForm<FileRequestValues>({ defaultValues: valuesOf(request) });
  const showFormProblem = useFileRequestProblem(form.setError);
  const { isDirty } = form.formState;
  const show = (present: FileRequest): void => {
    setBase(present);
    form.reset(valuesOf(present));
  };
  useEffect(() => {
    if (!isDirty && request.updatedAt !== base.updatedAt) show(request);
  });
  const save = form.handleSubmit((values) => {
    const fields = changedFields(valuesOf(base), values);
    const password = values.isPasswordRemoved ? null : values.password === '' ? undefined : values.password;
    update.mutate(
      { ...fields, ...(password !== undefined && { password }) },
      {
        onError: showFormProblem,
        onSuccess: (changed) => {
          show(changed);
          const text = t`File request saved.`;
          // No user knows the password that it had.
          if (password !== undefined) return void notify(text);
          const back = Object.fromEntries(Object.keys(fields).map((name) => [name, base[name as keyof typeof fields]]));
          done(text, () => update.mutateAsync(back).then(show));
        },
      },
    );
  });
  return (
    <Card title={t`Request`}>
      <form noValidate className="flex max-w-2xl flex-col gap-4" onSubmit={(event) => void save(event)}>
        <FileRequestForm
          organizationId={address.organizationId}
          form={form}
          isPasswordProtected={request.isPasswordProtected}
        />
        <div className="flex gap-2">
          <Button type="submit" kind="primary" disabled={!isDirty} isBusy={update.isPending}>
            <Trans>Save</Trans>
          </Button>
          {isDirty ? (
            <Button onClick={() => show(request)}>
              <Trans>Discard</Trans>
            </Button>
          ) : null}
        </div>
      </form>
    </Card>
  );
}
