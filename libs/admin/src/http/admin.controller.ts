import { Controller, Get } from '@nestjs/common';
import { Access } from '#libs/http-kit';
import { JobQueue, ScheduledTasks } from '#libs/jobs';
import { PluginHost } from '#libs/plugin-host';
import {
  scheduledTaskView,
  type ConfigurationAnswer,
  type PluginsAnswer,
  type QueuesAnswer,
  type ScheduledTasksView,
} from './admin.view.dto.js';
import { SettingsInForce } from './settings-in-force.js';

@Controller('api/admin')
export class AdminController {
  constructor(
    private readonly jobs: JobQueue,
    private readonly schedule: ScheduledTasks,
    private readonly plugins: PluginHost,
    private readonly settings: SettingsInForce,
  ) {}

  /** How much background work of each kind waits, is under way, or was put aside after its last attempt. */
  @Get('queues')
  @Access.admin()
  async listQueues(): Promise<QueuesAnswer> {
    return { queues: await this.jobs.counts() };
  }

  /** The scheduled tasks with their last and next runs; those of the processes that do background work as well. */
  @Get('scheduled-tasks')
  @Access.admin()
  async listScheduledTasks(): Promise<ScheduledTasksView> {
    return { scheduledTasks: (await this.schedule.list()).map(scheduledTaskView) };
  }

  /** The plugins that this server has loaded. */
  @Get('plugins')
  @Access.admin()
  listPlugins(): PluginsAnswer {
    return {
      plugins: this.plugins.plugins.map(({ id, packageName, version, kinds, manifest }) => ({
        id,
        packageName,
        version,
        kinds,
        contract: manifest.contract,
      })),
    };
  }

  /** The settings in force, of the server and of its plugins. Of secrets it says only whether they are set. */
  @Get('configuration')
  @Access.admin()
  getConfiguration(): ConfigurationAnswer {
    return { settings: this.settings.list() };
  }
}
