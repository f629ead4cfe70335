import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { Button, buttonClasses } from '../../components/button';
import { Page } from '../../components/page';
import { notify } from '../../lib/notifications';
import { useRole } from '../session';
import { FileRequestForm, useFileRequestProblem } from './file-request-form';
import { fieldsOf, newValues, type FileRequestValues } from './file-requests';
import { NotForViewers } from './file-requests-page';
import { useCreateFileRequest } from './file-requests.queries';

export function CreateFileRequestPage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const { role, canEdit } = useRole(organizationId);
  return (
    <Page title={t`New file request`}>
      {canEdit ? <CreateFileRequestForm organizationId={organizationId} /> : null}
      {role !== undefined && !canEdit ? <NotForViewers /> : null}
    </Page>
  );
}

function CreateFileRequestForm({ organizationId }: { organizationId: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const create = useCreateFileRequest(organizationId);
  const form = useForm<FileRequestValues>({ defaultValues: newValues() });
  const showProblem = useFileRequestProblem(form.setError);
  const save = form.handleSubmit((values) => {
    const { message, ...fields } = fieldsOf(values);
    create.mutate(
      { ...fields, ...(message !== null && { message }), ...(values.password !== '' && { password: values.password }) },
      {
        onError: showProblem,
        onSuccess: ({ id: fileRequestId }) => {
          notify(t`File request created. Share its link.`);
          void navigate({
            to: '/organizations/$organizationId/file-requests/$fileRequestId',
            params: { organizationId, fileRequestId },
          });
        },
      },
    );
  });
  return (
    <form noValidate className="flex max-w-2xl flex-col gap-4" onSubmit={(event) => void save(event)}>
      <FileRequestForm organizationId={organizationId} form={form} isPasswordProtected={false} />
      <div className="flex gap-2">
        <Button type="submit" kind="primary" isBusy={create.isPending}>
          <Trans>Create link</Trans>
        </Button>
        <Link to="/organizations/$organizationId/file-requests" params={{ organizationId }} className={buttonClasses()}>
          <Trans>Cancel</Trans>
        </Link>
      </div>
    </form>
  );
}
