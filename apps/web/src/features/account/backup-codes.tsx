import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../components/button';
import { CopyButton } from '../../components/copy-button';

/** Shown once; the server tells them to no one afterwards. */
export function BackupCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useLingui();
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm">
        <Trans>
          Keep these codes where you can reach them without your phone. Each works once instead of a code from the app.
          They are only shown now.
        </Trans>
      </p>
      <ul
        aria-label={t`Backup codes`}
        className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-control bg-bg p-3 text-center font-mono text-sm"
        dir="ltr"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => download(codes, `archivolt-${t`backup-codes`}.txt`)}>
          <Trans>Download</Trans>
        </Button>
        <CopyButton text={codes.join('\n')} label={t`Copy codes`} />
        <Button kind="primary" className="ms-auto" onClick={onDone}>
          <Trans>I’ve saved them</Trans>
        </Button>
      </div>
    </div>
  );
}

const RELEASE_AFTER_MS = 60_000;

function download(codes: readonly string[], name: string): void {
  const text = [location.host, ...codes, ''].join('\n');
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_AFTER_MS);
}
