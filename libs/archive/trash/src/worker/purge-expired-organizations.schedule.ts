import { Injectable } from '@nestjs/common';
import { OrganizationsConfig } from '#config/organizations';
import { RetentionConfig } from '#config/retention';
import { UnitOfWork } from '#ground/database';
import { systemContext, type OrganizationContext } from '#ground/kernel';
import { PurgeOrganization } from '#people/organizations';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';
import { SearchService } from '#capabilities/search';
import { PurgeService } from '#archive/trash';

@Injectable()
@ScheduledTask('purge-organizations')
export class PurgeExpiredOrganizations implements RunsOnSchedule {
  readonly description: string;
  readonly cron: string;
  readonly runsOnStartup: boolean;

  constructor(
    private readonly purges: PurgeService,
    private readonly organizations: PurgeOrganization,
    private readonly search: SearchService,
    private readonly unitOfWork: UnitOfWork,
    config: OrganizationsConfig,
    retention: RetentionConfig,
  ) {
    this.cron = retention.organizationsCron;
    this.runsOnStartup = retention.organizationsOnStartup;
    this.description = `removes organizations, and all they hold, ${config.deletedPurgeDelayDays} days after their deletion`;
  }

  /** Continues after a failure and throws an AggregateError at the end. */
  async run(signal: AbortSignal): Promise<string> {
    const failures: unknown[] = [];
    let organizations = 0;
    let documents = 0;
    for (const organizationId of await this.organizations.due()) {
      try {
        const ctx = systemContext(organizationId, 'retention');
        documents += await this.#removeDocuments(ctx, signal);
        await this.#clearIndex(ctx, signal);
        if (await this.organizations.execute(ctx, signal)) organizations += 1;
      } catch (error) {
        signal.throwIfAborted();
        failures.push(error);
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} organizations could not be removed`);
    return `${organizations} organizations with ${documents} documents were removed permanently.`;
  }

  async #removeDocuments(ctx: OrganizationContext, signal: AbortSignal): Promise<number> {
    let removed = 0;
    for (let chunk = 1; chunk > 0; removed += chunk) {
      signal.throwIfAborted();
      chunk = await this.purges.purgeDeletedOrganization(ctx);
    }
    return removed;
  }

  /** Removes in parts what a search plugin keeps of purged documents. */
  async #clearIndex(ctx: OrganizationContext, signal: AbortSignal): Promise<void> {
    for (let isLeft = true; isLeft;) {
      signal.throwIfAborted();
      isLeft = await this.unitOfWork.run(async (tx) => {
        if (!(await this.organizations.keepDue(tx, ctx))) return false;
        return this.search.clearOrganizationPart(tx.sql, ctx.organizationId);
      });
    }
  }
}
