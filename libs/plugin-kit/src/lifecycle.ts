/**
 * What the host calls on everything that `create` returns, when it is there. Each call has a time limit of 30 seconds.
 */
export interface PluginLifecycle {
  /**
   * Called once after `create`, before the first use: open connections here. When it throws, the host calls `close`, and
   * calls `create` and `start` again at the next use.
   */
  start?(): Promise<void>;
  /** Called once when the process stops, after the last use. The process ends after the time limit. */
  close?(): Promise<void>;
  /**
   * Throws an error that names cause and remedy when the plugin cannot work now, for instance because its service does
   * not respond. `npm run doctor` and the health report of the administration API call it.
   */
  check?(signal: AbortSignal): Promise<void>;
}
