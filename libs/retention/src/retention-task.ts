/** Something that is done from time to time. Running it twice, or twice at once, does no harm. */
export interface RetentionTask {
  /** As commands call it. */
  readonly name: string;
  /** What it does, for people. */
  readonly description: string;
  /** When: a cron expression. */
  readonly cron: string;
  readonly runsOnStartup: boolean;
  /** Works until nothing is left to do; gives one sentence on what was done. */
  run(signal: AbortSignal): Promise<string>;
}
