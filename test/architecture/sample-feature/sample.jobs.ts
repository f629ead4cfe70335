import { defineJob } from '#ground/jobs';

/** Writes a greeting into the table of the feature. */
export const Greet = defineJob<{ text: string }>('sample.greet', { concurrency: 1, timeoutSeconds: 60, retries: 0 });
