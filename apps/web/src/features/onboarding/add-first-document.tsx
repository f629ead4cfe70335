import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClasses } from '../../components/button';
import { ErrorPanel } from '../../components/error-panel';
import { classNames } from '../../lib/class-names';
import { useFirstUpload } from './onboarding.queries';

export function AddFirstDocument({ organizationId }: { organizationId: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const upload = useFirstUpload(organizationId);
  const [isOver, setIsOver] = useState(false);
  const send = (source: File | { sampleName: string } | null | undefined): void => {
    if (!source || upload.isPending) return;
    upload.mutate(source, {
      onSuccess: ({ id }) =>
        void navigate({ to: '/organizations/first', search: { organization: organizationId, document: id } }),
    });
  };
  return (
    <div className="flex flex-col gap-4">
      {upload.error ? <ErrorPanel error={upload.error} /> : null}
      <label
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          send(event.dataTransfer.files.item(0));
        }}
        className={classNames(
          'flex min-h-36 cursor-pointer flex-col items-center justify-center gap-2 rounded-menu border-2 border-dashed p-4 text-center text-sm focus-within:outline-2 focus-within:outline-accent',
          isOver ? 'border-accent bg-selected' : 'border-control hover:bg-hover',
        )}
      >
        <FileUp aria-hidden size={28} className="text-muted" />
        <span className="font-medium">
          <Trans>Drop a scan, a PDF or a photo here, or choose one</Trans>
        </span>
        <input
          type="file"
          aria-label={t`Choose file`}
          className="sr-only"
          disabled={upload.isPending}
          onChange={(event) => send(event.target.files?.item(0))}
        />
      </label>
      <p role="status" className="min-h-5 text-sm text-muted">
        {upload.isPending ? <Trans>Sending…</Trans> : null}
      </p>
      <Button isBusy={upload.isPending} onClick={() => send({ sampleName: t`Sample letter.png` })}>
        <Trans>Use our sample scan</Trans>
      </Button>
      <Link to="/organizations/$organizationId/documents" params={{ organizationId }} className={SKIP}>
        <Trans>Skip</Trans>
      </Link>
    </div>
  );
}

const SKIP = buttonClasses({ kind: 'quiet' });
