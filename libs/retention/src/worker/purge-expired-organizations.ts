import { Injectable } from '@nestjs/common';
import { OrganizationsConfig } from '#config/organizations';
import { RetentionConfig } from '#config/retention';
import { PurgeDocuments } from '#libs/documents';
import { systemContext } from '#libs/kernel';
import { PurgeOrganization } from '#libs/organizations';
import { ScheduledTask, type RunsOnSchedule } from '#libs/jobs';

@Injectable()
@ScheduledTask('purge-organizations')
export class PurgeExpiredOrganizations implements RunsOnSchedule {
  readonly description: string;
  readonly cron: string;
  readonly runsOnStartup: boolean;

  constructor(
    private readonly documents: PurgeDocuments,
    private readonly organizations: PurgeOrganization,
    config: OrganizationsConfig,
    retention: RetentionConfig,
  ) {
    this.cron = retention.organizationsCron;
    this.runsOnStartup = retention.organizationsOnStartup;
    this.description = `removes organizations, and all they hold, ${config.deletedPurgeDelayDays} days after their deletion`;
  }

  /** One organization that cannot be removed does not keep the others. */
  async run(signal: AbortSignal): Promise<string> {
    const failures: unknown[] = [];
    let organizations = 0;
    let documents = 0;
    for (const organizationId of await this.organizations.due()) {
      try {
        documents += await this.#removeDocuments(organizationId, signal);
        if (await this.organizations.execute(systemContext(organizationId, 'retention'), signal)) organizations += 1;
      } catch (error) {
        signal.throwIfAborted();
        failures.push(error);
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} organizations could not be removed`);
    return `${organizations} organizations with ${documents} documents were removed for good.`;
  }

  async #removeDocuments(organizationId: string, signal: AbortSignal): Promise<number> {
    let removed = 0;
    for (let chunk = 1; chunk > 0; removed += chunk) {
      signal.throwIfAborted();
      chunk = await this.documents.ofDeletedOrganization(organizationId);
    }
    return removed;
  }
}
