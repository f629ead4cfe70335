export interface JobOptions<Data extends object = object> {
  /** Jobs of this kind that one process runs at a time for one group, see `groupOf`. */
  concurrency: number;
  /** Seconds one attempt may take. */
  timeoutSeconds: number;
  /** Attempts after the first; then the job goes to the dead-letter queue. */
  retries: number;
  /** Seconds up to which the pauses between attempts grow from 2 seconds, each twice the one before; default 600. */
  longestPauseSeconds?: number;
  /**
   * True for data that must not be kept: it is deleted when the job has succeeded, instead of a day later, and a week
   * after its last failure, instead of 90 days.
   */
  holdsSecrets?: boolean;
  /** For whom the job is: groups take turns. Without it, all jobs belong to one group. */
  groupOf?(data: Data): string;
  /**
   * Divides jobs of this kind into lanes with places of their own (`JobHandler.placesOf`), so that those of one lane
   * never wait for those of another: one for each remote service. Groups take turns within a lane. Jobs without a lane
   * have the places of the group.
   */
  laneOf?(data: Data): string | undefined;
  /**
   * Whose lane it is, for lanes that users create: the owners take turns, and their lanes take turns among themselves.
   * Without it, an owner with many lanes would have as many turns. All jobs of a lane have the same owner.
   */
  laneOwnerOf?(data: Data): string;
  /**
   * False for jobs whose handlers are woken by `JobQueue.wake`: the queue then sends no notification of its own for
   * each transaction that adds such jobs. They are also found by polling.
   */
  notifies?: boolean;
}

/** A kind of background work with its data. */
export interface JobDefinition<Data extends object> {
  /** `noun.verb`: `document.process`. */
  readonly name: string;
  readonly options: JobOptions<Data>;
  /** Carries the type only. */
  readonly data?: Data;
}

const definitions = new Map<string, JobDefinition<object>>();

export function defineJob<Data extends object>(name: string, options: JobOptions<Data>): JobDefinition<Data> {
  if (definitions.has(name)) throw new Error(`the job ${name} is defined twice`);
  const definition: JobDefinition<Data> = { name, options };
  definitions.set(name, definition);
  return definition;
}

/** Removes a definition that belongs to one application, such as that of a plugin. */
export function removeJob(name: string): void {
  definitions.delete(name);
}

export function definedJobs(): JobDefinition<object>[] {
  return [...definitions.values()];
}
