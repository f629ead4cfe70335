import { useSyncExternalStore } from 'react';
import { uploadQueue } from './present-uploads';
import type { UploadItem } from './upload-queue';

/** Which organization files are added to now, and whether its panel is open. */
interface Panel {
  organizationId: string | undefined;
  isOpen: boolean;
  tagIds: readonly string[];
}

let panel: Panel = { organizationId: undefined, isOpen: false, tagIds: [] };
const listeners = new Set<() => void>();

export function changePanel(change: Partial<Panel>): void {
  panel = { ...panel, ...change };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useUploadPanel = (): Panel => useSyncExternalStore(subscribe, () => panel);

export const useUploadItems = (): readonly UploadItem[] =>
  useSyncExternalStore(uploadQueue.subscribe, uploadQueue.items);

function add(files: readonly File[]): void {
  const { organizationId, tagIds } = panel;
  if (organizationId === undefined || files.length === 0) return;
  uploadQueue.add(organizationId, files, tagIds);
  changePanel({ isOpen: false });
}

const uploads = { open: () => changePanel({ isOpen: true }), add };

/** Lets any part of the pages add files to the organization that is shown. */
export function useUploads(): { open: () => void; add: (files: readonly File[]) => void } {
  return uploads;
}
