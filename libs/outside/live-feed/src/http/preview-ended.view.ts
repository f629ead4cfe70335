import type { EndedPreview } from '#archive/previews';

export type PreviewEndedView = Omit<EndedPreview, 'organizationId'>;

export function previewEndedView({ organizationId: _, ...preview }: EndedPreview): PreviewEndedView {
  return preview;
}
