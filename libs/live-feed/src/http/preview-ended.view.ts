import type { EndedPreview } from '#libs/previews';

export type PreviewEndedView = Omit<EndedPreview, 'organizationId'>;

export function previewEndedView({ organizationId: _, ...preview }: EndedPreview): PreviewEndedView {
  return preview;
}
