import type { DateTime, Integer } from '#libs/http-kit';
import type { ScheduledTaskStatus } from '#libs/jobs';

export class QueueView {
  name!: string;
  waiting!: Integer;
  active!: Integer;
  /** Failed in the last attempt; `npm run cli -- jobs list` shows them too. */
  failed!: Integer;
}

export class QueuesResponse {
  queues!: QueueView[];
}

export class ScheduledTaskView {
  name!: string;
  description!: string;
  /** Five fields, or six with seconds first, in the server's time zone. */
  cron!: string;
  nextRunAt!: DateTime;
  /** When the last run began; null when it has never run. */
  startedAt!: DateTime | null;
  /** When the last run ended; null while it runs. */
  finishedAt!: DateTime | null;
  /** One sentence about what the last run did. */
  result!: string | null;
  /** Why the last run failed. */
  error!: string | null;
}

export class ScheduledTasksView {
  scheduledTasks!: ScheduledTaskView[];
}

export class PluginView {
  id!: string;
  /** npm package. */
  packageName!: string;
  version!: string;
  /** `extraction`, `ocr`, `search`, `storage` and others */
  kinds!: string[];
  /** Version of the plugin contract it is made for. */
  contract!: Integer;
  /**
   * `ready`; `failing` when its last start or check in this process failed; `not started` before its first use in this
   * process.
   */
  state!: string;
  /** Why it is failing, with the remedy; null otherwise. */
  lastError!: string | null;
}

export class PluginsResponse {
  plugins!: PluginView[];
}

export class SettingView {
  /** Environment variable. */
  name!: string;
  /** As text, lists comma-separated; null when not set, and for secrets. */
  value!: string | null;
  isSet!: boolean;
  isSecret!: boolean;
  /** The plugin it belongs to; null for the server. */
  plugin!: string | null;
}

export class ConfigurationResponse {
  settings!: SettingView[];
}

export function scheduledTaskView(task: ScheduledTaskStatus): ScheduledTaskView {
  return {
    ...task,
    nextRunAt: task.nextRunAt.toISOString(),
    startedAt: task.startedAt?.toISOString() ?? null,
    finishedAt: task.finishedAt?.toISOString() ?? null,
  };
}
