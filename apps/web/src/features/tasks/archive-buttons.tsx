import { Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { Button } from '../../components/button';
import { IconButton } from '../../components/icon-button';
import { useDownload } from '../downloads';

/** What can be done with a zip file that was prepared. The server keeps only a few for each person. */
export function ArchiveButtons({
  organizationId,
  archiveId,
  onGone,
}: {
  organizationId: string;
  archiveId: string;
  onGone: () => void;
}) {
  const { t } = useLingui();
  const { prepared, remove, isStarting } = useDownload(organizationId);
  return (
    <>
      <Button kind="primary" size="small" isBusy={isStarting} onClick={() => prepared(archiveId)}>
        <Trans>Download</Trans>
      </Button>
      <IconButton
        icon={Trash2}
        label={t`Delete zip file`}
        disabled={isStarting}
        onClick={() => remove(archiveId, onGone)}
      />
    </>
  );
}
