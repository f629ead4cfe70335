/**
 * What the host calls on everything that `create` returns, when it is there. Each call has a time limit of 30 seconds.
 */
export interface PluginLifecycle {
  /**
   * Called once after `create`, before the first use: open connections here; `create` and `start` have 30 seconds
   * together. When one of them throws, the host calls `close`, if there is something to close, and tries again at the
   * next use, after a pause that grows from 1 to 30 seconds. Uses during the pause fail with the same message.
   */
  start?(): Promise<void>;
  /**
   * Called once when the process stops, after the last use; the plugin that was started last is closed first. The
   * process goes on to stop when the time limit is over.
   */
  close?(): Promise<void>;
  /**
   * Throws an error that names cause and remedy when the plugin cannot work now, for instance because its service does
   * not respond: `new Error('… does not respond.\nRemedy: start it, or correct ACME_URL.')`. `npm run doctor` and
   * `GET /api/admin/plugins` call it; the latter shows the message to administrators, without the secrets of the settings.
   */
  check?(signal: AbortSignal): Promise<void>;
}
