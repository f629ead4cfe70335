import { useLingui } from '@lingui/react/macro';
import { Dialog } from '../../components/dialog';
import { formatNumber } from '../../lib/format';
import { FilePages } from '../viewer';
import type { DocumentIds } from './document.queries';
import { versionAddress } from './versions.queries';

/** Shows the pages of a version. */
export function VersionDialog({ path, number, onClose }: { path: DocumentIds; number: number; onClose: () => void }) {
  const { t } = useLingui();
  const name = t`Version ${formatNumber(number)}`;
  return (
    <Dialog isOpen isFull onClose={onClose} title={name}>
      <FilePages address={versionAddress(path, number)} label={name} />
    </Dialog>
  );
}
