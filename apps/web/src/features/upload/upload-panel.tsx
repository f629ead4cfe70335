import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Camera, FileUp, FolderUp } from 'lucide-react';
import { useRef, type ChangeEvent, type ReactNode, type RefObject } from 'react';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { formatSize } from '../../lib/format';
import { serverConfig } from '../session';
import { wasMeant } from './incoming-files';
import { TagChoice } from './tag-choice';
import { changePanel, useUploadPanel, useUploads } from './use-uploads';

/** Where a person chooses files, a folder or the camera, and tags for them. */
export function UploadPanel({ organizationId }: { organizationId: string }) {
  const { t } = useLingui();
  const { isOpen } = useUploadPanel();
  const { data: config } = useQuery(serverConfig());
  const maxBytes = config?.upload.maxBytes ?? null;
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => changePanel({ isOpen: false })}
      title={t`Add documents`}
      description={maxBytes === null ? undefined : <Trans>A file may have up to {formatSize(maxBytes)}.</Trans>}
    >
      <div className="flex flex-col gap-3 rounded-menu border border-dashed border-control p-4">
        <p className="text-sm text-muted">
          <Trans>Drop files or folders anywhere, paste a picture, or choose:</Trans>
        </p>
        <div className="flex flex-wrap gap-2">
          <Chooser input={files} label={t`Choose files`} icon={<FileUp aria-hidden size={16} />} isPrimary />
          <Chooser
            input={folder}
            label={t`Choose a folder`}
            icon={<FolderUp aria-hidden size={16} />}
            attributes={{ webkitdirectory: '' }}
            className="pointer-coarse:hidden"
          />
          <Chooser
            input={camera}
            label={t`Take a photo`}
            icon={<Camera aria-hidden size={16} />}
            attributes={{ accept: 'image/*', capture: 'environment' }}
            className="hidden pointer-coarse:inline-flex"
          />
        </div>
      </div>
      <TagChoice organizationId={organizationId} />
    </Dialog>
  );
}

function Chooser({
  input,
  label,
  icon,
  isPrimary = false,
  attributes = {},
  className,
}: {
  input: RefObject<HTMLInputElement | null>;
  label: string;
  icon: ReactNode;
  isPrimary?: boolean;
  attributes?: Readonly<Record<string, string>>;
  className?: string;
}) {
  const { add } = useUploads();
  const onChange = (event: ChangeEvent<HTMLInputElement>): void => {
    add([...(event.target.files ?? [])].filter(wasMeant));
    event.target.value = ''; // so that the same file can be chosen again
  };
  return (
    <>
      <input ref={input} type="file" multiple hidden aria-label={label} onChange={onChange} {...attributes} />
      <Button {...(isPrimary ? { kind: 'primary' } : {})} className={className} onClick={() => input.current?.click()}>
        {icon}
        {label}
      </Button>
    </>
  );
}
