import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button';
import { ErrorPanel } from '../../components/error-panel';
import { ProgressBar } from '../../components/progress-bar';
import { isStatus } from '../../lib/errors';
import { checkFile, fileAddress, readFile, type Shared, type Visit } from './share-link.queries';

/** Above this, and without a password, the browser saves the file by itself: it can pause and go on with the rest. */
const LARGE_BYTES = 100_000_000;

export interface DownloadButtonProps {
  document: Shared['document'];
  visit: Visit;
  isUsedUp: boolean;
  onStart: () => void;
  onRefused: (error: unknown) => void;
}

/** Saves the file. The page loads it, or asks for it before the browser does: a refusal is shown here and not as a broken file. */
export function DownloadButton({ document: { name, size }, visit, isUsedUp, onStart, onRefused }: DownloadButtonProps) {
  const { t } = useLingui();
  const [loaded, setLoaded] = useState<number>();
  const [error, setError] = useState<unknown>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const isLarge = size > LARGE_BYTES && visit.accessToken === undefined;
  const download = async (): Promise<void> => {
    const { signal } = (controller.current = new AbortController());
    setError(undefined);
    setLoaded(0);
    try {
      if (isLarge) {
        await checkFile(visit, signal);
        save(fileAddress(visit), name);
      } else saveFile(await readFile(visit, setLoaded, signal), name);
      onStart();
    } catch (refusal) {
      if (signal.aborted) return;
      if (isStatus(refusal, 401, 404, 410)) onRefused(refusal);
      else setError(refusal);
    } finally {
      if (!signal.aborted) setLoaded(undefined);
    }
  };

  return (
    <div className="flex flex-col gap-2 max-sm:w-full">
      <Button kind="primary" isBusy={loaded !== undefined} disabled={isUsedUp} onClick={() => void download()}>
        <Download aria-hidden size={16} />
        <Trans>Download</Trans>
      </Button>
      {loaded === undefined || isLarge ? null : (
        <ProgressBar value={size === 0 ? undefined : loaded / size} label={t`Download`} />
      )}
      {isUsedUp ? (
        <p className="text-xs text-muted">
          <Trans>The maximum number of downloads has been reached.</Trans>
        </p>
      ) : null}
      {error === undefined ? null : <ErrorPanel error={error} />}
    </div>
  );
}

function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  save(address, name);
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function save(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
