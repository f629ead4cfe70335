import type { ProcessingProgress } from '#archive/documents';

export type ProgressView = Omit<ProcessingProgress, 'organizationId'>;

export function progressView({ organizationId: _, ...progress }: ProcessingProgress): ProgressView {
  return progress;
}
