import { Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component';
import { useRole } from '../session';
import { DropArea } from './drop-area';
import { pastedFiles } from '../../lib/incoming-files';
import { useFollowProcessing } from './use-follow-processing';
import { changePanel, useUploadItems, useUploadPanel, useUploads } from './use-uploads';

const UploadPanel = lazyComponent(async () => (await import('./upload-panel')).UploadPanel);
const UploadTray = lazyComponent(async () => (await import('./upload-tray')).UploadTray);

/** Takes files from the whole window and shows how they get on. */
export function Uploads({ organizationId }: { organizationId: string }) {
  const { canEdit } = useRole(organizationId);
  const { isOpen } = useUploadPanel();
  const items = useUploadItems();
  const [wasOpen, setWasOpen] = useState(false);
  useEffect(() => changePanel({ organizationId, isOpen: false, tagIds: [] }), [organizationId]);
  useEffect(() => {
    if (isOpen) setWasOpen(true);
  }, [isOpen]);
  useFollowProcessing();
  usePastedFiles(canEdit);
  return (
    <Suspense>
      {canEdit ? <DropArea /> : null}
      {wasOpen && canEdit ? <UploadPanel organizationId={organizationId} /> : null}
      {items.length > 0 ? <UploadTray items={items} /> : null}
    </Suspense>
  );
}

const FIELDS = 'input,textarea,select,[contenteditable=true]';

/** A table that is pasted into a field brings a picture of itself along, which is not meant. */
function usePastedFiles(canEdit: boolean): void {
  const { add } = useUploads();
  useEffect(() => {
    if (!canEdit) return undefined;
    const onPaste = (event: ClipboardEvent): void => {
      const files = event.clipboardData?.files ?? [];
      if (files.length === 0 || (event.target instanceof Element && event.target.closest(FIELDS))) return;
      event.preventDefault();
      add(pastedFiles(files, new Date()));
    };
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, [add, canEdit]);
}
