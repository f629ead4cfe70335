import type { DamagedFile, FilesCheck } from '#capabilities/storage';
import type { DateTime, Integer } from '#ground/http-kit';
import type { ScheduledTaskStatus } from '#ground/jobs';
import type { State } from '#ground/server-info';
import type { SearchIndexReport } from '#capabilities/search';

export class QueueView {
  name!: string;
  waiting!: Integer;
  active!: Integer;
  /** Failed in the last attempt; `npm run cli -- jobs list` shows them too. */
  failed!: Integer;
  /** Since when the oldest job that could run waits; null when none does. */
  oldestWaitingAt!: DateTime | null;
  completedLastHour!: Integer;
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

export class SearchRebuildView {
  reason!: string;
  /** Documents that are in the new index. */
  done!: Integer;
  /** Documents that will be in it. */
  total!: Integer;
}

export class SearchIndexView {
  /** Id of the plugin that keeps the index. */
  plugin!: string;
  indexVersion!: Integer;
  /** Whether a change is findable when its request ends. */
  isTransactional!: boolean;
  /** Changed documents that the plugin has not received. */
  documentsWaiting!: Integer;
  /** When the oldest of these changes was made. */
  waitingSince!: DateTime | null;
  /** Documents that the plugin does not accept. */
  documentsRefused!: Integer;
  /** Since when the plugin does not respond. */
  failingSince!: DateTime | null;
  lastError!: string | null;
  nextAttemptAt!: DateTime | null;
  /** Null when the index is complete. */
  rebuild!: SearchRebuildView | null;
}

/** A stored file that is not what was stored. */
export class DamagedFileView {
  storageKey!: string;
  /** The storage plugin that has it. */
  plugin!: string;
  problem!: 'hash' | 'missing' | 'size' | 'unreadable';
  foundAt!: DateTime;
  /** When it was last seen to be damaged. */
  seenAt!: DateTime;
  /** Null for a preview, an archive or a part of an upload; so are the other two. Its name is for members only. */
  documentId!: string | null;
  organizationId!: string | null;
  organizationName!: string | null;
}

/** The check of all files, which reads them and compares them with what was stored. */
export class FilesCheckView {
  isEnabled!: boolean;
  /** Checked in this round. */
  filesCount!: Integer;
  /** Checked in this round. */
  bytes!: Integer;
  /** In all storages. */
  totalFilesCount!: Integer;
  /** When this round began; null before the first one. */
  startedAt!: DateTime | null;
  /** Null while files are left to check. */
  finishedAt!: DateTime | null;
}

export class DamagedFilesPage {
  /** What was found first, first. */
  damagedFiles!: DamagedFileView[];
  totalCount!: Integer;
  pageIndex!: Integer;
  pageSize!: Integer;
  check!: FilesCheckView;
}

export class HealthCheckView {
  /** `database`, `free space`, `migrations`, `queues`, `search`, `storage` or `workers`. */
  name!: string;
  /** `ok`, `warning`, `problem`, or `skipped` for what could not be judged. */
  status!: string;
  message!: string;
  /** What to do about a problem or warning. */
  remedy!: string | null;
  /** Whether this process is not ready while it is a problem. */
  isRequired!: boolean;
}

export class InstanceHealthView {
  isReady!: boolean;
  checks!: HealthCheckView[];
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

export function damagedFileView(
  { driver, foundAt, seenAt, ...file }: DamagedFile,
  organizationNames: ReadonlyMap<string, string>,
): DamagedFileView {
  return {
    ...file,
    organizationName: organizationNames.get(file.organizationId ?? '') ?? null,
    plugin: driver,
    foundAt: foundAt.toISOString(),
    seenAt: seenAt.toISOString(),
  };
}

export function filesCheckView({ isEnabled, files, bytes, totalFiles, ...times }: FilesCheck): FilesCheckView {
  return {
    ...{ isEnabled, bytes, filesCount: files, totalFilesCount: totalFiles },
    startedAt: times.startedAt?.toISOString() ?? null,
    finishedAt: times.finishedAt?.toISOString() ?? null,
  };
}

export function instanceHealthView({ isReady, checks }: State): InstanceHealthView {
  return {
    isReady,
    checks: checks.map(({ name, status, message, remedy = null, isRequired }) => ({
      name,
      status,
      message,
      remedy,
      isRequired,
    })),
  };
}

export function searchIndexView(report: SearchIndexReport): SearchIndexView {
  const { waiting, rebuildReason, rebuildDone, documents = 0 } = report;
  return {
    plugin: report.pluginId,
    indexVersion: report.indexVersion,
    isTransactional: report.isTransactional,
    documentsWaiting: waiting.documents,
    waitingSince: waiting.oldest?.toISOString() ?? null,
    documentsRefused: waiting.refused,
    failingSince: report.failingSince?.toISOString() ?? null,
    lastError: report.lastError,
    nextAttemptAt: report.nextAttemptAt?.toISOString() ?? null,
    rebuild: rebuildReason === null ? null : { reason: rebuildReason, done: rebuildDone, total: documents },
  };
}
