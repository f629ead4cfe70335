import { defineJob } from '#ground/jobs';

export interface VerifyChainData {
  chainId: string;
}

/** Checks a chain of the audit log from its first entry to its head. It reads page by page, however long the chain is. */
export const VerifyChain = defineJob<VerifyChainData>('audit.verify', {
  concurrency: 1,
  timeoutSeconds: 3600,
  retries: 3,
});
