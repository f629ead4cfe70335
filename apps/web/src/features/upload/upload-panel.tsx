import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Camera, FileUp, FolderUp } from 'lucide-react';
import { Dialog } from '../../components/dialog';
import { FileChooser } from '../../components/file-chooser';
import { formatSize } from '../../lib/format';
import { serverConfig } from '../session';
import { TagChoice } from './tag-choice';
import { changePanel, useUploadPanel, useUploads } from './use-uploads';

/** Where a person chooses files, a folder or the camera, and tags for them. */
export function UploadPanel({ organizationId }: { organizationId: string }) {
  const { t } = useLingui();
  const { isOpen } = useUploadPanel();
  const { add } = useUploads();
  const { data: config } = useQuery(serverConfig());
  const maxBytes = config?.upload.maxBytes ?? null;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => changePanel({ isOpen: false })}
      title={t`Add documents`}
      description={maxBytes === null ? undefined : <Trans>Files can be up to {formatSize(maxBytes)}.</Trans>}
    >
      <div className="flex flex-col gap-3 rounded-menu border border-dashed border-control p-4">
        <p className="text-sm text-muted">
          <Trans>Drop files or folders anywhere, paste a picture, or choose:</Trans>
        </p>
        <div className="flex flex-wrap gap-2">
          <FileChooser label={t`Choose files`} icon={<FileUp aria-hidden size={16} />} onFiles={add} isPrimary />
          <FileChooser
            label={t`Choose folder`}
            icon={<FolderUp aria-hidden size={16} />}
            onFiles={add}
            attributes={{ webkitdirectory: '' }}
            className="pointer-coarse:hidden"
          />
          <FileChooser
            label={t`Take photo`}
            icon={<Camera aria-hidden size={16} />}
            onFiles={add}
            attributes={{ accept: 'image/*', capture: 'environment' }}
            className="hidden pointer-coarse:inline-flex"
          />
        </div>
      </div>
      <TagChoice organizationId={organizationId} />
    </Dialog>
  );
}
