import type { ProcessingProgress } from '../processing-progress.js';

export type ProgressView = Omit<ProcessingProgress, 'organizationId'>;

export function progressView({ organizationId: _, ...progress }: ProcessingProgress): ProgressView {
  return progress;
}
