import type { EndedPreview } from '#archive/documents';

export type PreviewEndedView = Omit<EndedPreview, 'organizationId'>;

export function previewEndedView({ organizationId: _, ...preview }: EndedPreview): PreviewEndedView {
  return preview;
}
