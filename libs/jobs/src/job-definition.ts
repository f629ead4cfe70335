export interface JobOptions {
  /** Jobs of this kind that one process works on at a time. */
  concurrency: number;
  /** Minutes or hours instead of seconds: such a job never waits in one batch with another. */
  isLong?: boolean;
  /** Seconds one attempt may take. */
  timeoutSeconds: number;
  /** Attempts after the first; then the job is put aside in the dead-letter queue. */
  retries: number;
}

/** A kind of background work with its data. */
export interface JobDefinition<Data extends object> {
  /** `noun.verb`: `document.process`. */
  readonly name: string;
  readonly options: JobOptions;
  /** Carries the type only. */
  readonly data?: Data;
}

const definitions = new Map<string, JobDefinition<object>>();

export function defineJob<Data extends object>(name: string, options: JobOptions): JobDefinition<Data> {
  if (definitions.has(name)) throw new Error(`the job ${name} is defined twice`);
  const definition: JobDefinition<Data> = { name, options };
  definitions.set(name, definition);
  return definition;
}

export function definedJobs(): JobDefinition<object>[] {
  return [...definitions.values()];
}
