import { Controller, Get, Query } from '@nestjs/common';
import { Access, PageQuery } from '#ground/http-kit';
import { ScheduledTasks } from '#ground/jobs';
import { PluginHost } from '#ground/plugin-host';
import { Readiness } from '#ground/server-info';
import { OrganizationDirectory } from '#people/organizations';
import { SearchIndexStatus } from '#capabilities/search';
import { FileHealth } from '#capabilities/storage';
import {
  damagedFileView,
  filesCheckView,
  instanceHealthView,
  scheduledTaskView,
  searchIndexView,
  type ConfigurationResponse,
  type DamagedFilesPage,
  type InstanceHealthView,
  type PluginsResponse,
  type ScheduledTasksView,
  type SearchIndexView,
} from './instance.view.dto.js';
import { EffectiveSettings } from './effective-settings.js';

/** Well below the time limit of a request. */
const CHECK_WITHIN_MS = 5_000;

@Controller('api/admin')
export class InstanceController {
  constructor(
    private readonly schedule: ScheduledTasks,
    private readonly plugins: PluginHost,
    private readonly settings: EffectiveSettings,
    private readonly searchIndex: SearchIndexStatus,
    private readonly files: FileHealth,
    private readonly organizations: OrganizationDirectory,
    private readonly readiness: Readiness,
  ) {}

  /** The scheduled tasks of all processes with their last and next runs. */
  @Get('scheduled-tasks')
  @Access.admin()
  async listScheduledTasks(): Promise<ScheduledTasksView> {
    return { scheduledTasks: (await this.schedule.list()).map(scheduledTaskView) };
  }

  /** Which plugin keeps the search index, what it has not received yet, and how far a rebuild is. */
  @Get('search-index')
  @Access.admin()
  async getSearchIndex(): Promise<SearchIndexView> {
    return searchIndexView(await this.searchIndex.read());
  }

  /** The stored files that are damaged, with the ids of their documents, and how far the check of all files is. */
  @Get('damaged-files')
  @Access.admin()
  async listDamagedFiles(@Query() page: PageQuery): Promise<DamagedFilesPage> {
    const [{ damagedFiles, totalCount }, check] = await Promise.all([
      this.files.damagedFiles(page),
      this.files.check(),
    ]);
    const names = await this.organizations.namesOf(damagedFiles.flatMap(({ organizationId }) => organizationId ?? []));
    const { pageIndex, pageSize } = page;
    return {
      damagedFiles: damagedFiles.map((file) => damagedFileView(file, names)),
      ...{ totalCount, pageIndex, pageSize },
      check: filesCheckView(check),
    };
  }

  /** The plugins that this server has loaded. Those that this process uses are checked, each for 5 seconds at most. */
  @Get('plugins')
  @Access.admin()
  async listPlugins(): Promise<PluginsResponse> {
    await this.plugins.checkStarted(AbortSignal.timeout(CHECK_WITHIN_MS), CHECK_WITHIN_MS);
    return {
      plugins: this.plugins.plugins.map((plugin) => {
        const { id, packageName, version, kinds, manifest } = plugin;
        const { state, lastError = null } = this.plugins.statusOf(plugin);
        return { id, packageName, version, kinds, contract: manifest.contract, state, lastError };
      }),
    };
  }

  /**
   * What works and what does not, with the remedy, as this process sees it: what decides `GET /api/health/ready`, and what
   * `npm run doctor` looks at among other things.
   */
  @Get('health')
  @Access.admin()
  async getHealth(): Promise<InstanceHealthView> {
    return instanceHealthView(await this.readiness.read());
  }

  /** The effective settings of the server and its plugins. Secrets show only whether they are set. */
  @Get('configuration')
  @Access.admin()
  getConfiguration(): ConfigurationResponse {
    return { settings: this.settings.list() };
  }
}
