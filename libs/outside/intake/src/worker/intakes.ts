// eslint-disable-next-line no-restricted-syntax -- container runtimes stop the process in real time
import { setTimeout as delay } from 'node:timers/promises';
import { PermanentPluginError, type IntakeFailure } from '@archivolt/plugin-kit';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Leases } from '#ground/database';
import { checkFile, IntakeFailures, TakeFile, type FailureSource, type IntakeSource, TakeMail } from '#outside/intake';
import { JobQueue } from '#ground/jobs';
import { Clock } from '#ground/kernel';
import { OrganizationRepository } from '#people/organizations';
import { PluginHost } from '#ground/plugin-host';
import { IntakeRunner } from './intake-runner.js';

/** Container runtimes kill a process after ten seconds. */
const STOP_WITHIN_MS = 5_000;

/** Runs every configured intake, each in one process of the installation at a time. */
@Injectable()
export class Intakes implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #stop = new AbortController();
  #running: Promise<void>[] = [];

  constructor(
    private readonly host: PluginHost,
    private readonly leases: Leases,
    private readonly takeFile: TakeFile,
    private readonly takeMail: TakeMail,
    private readonly failures: IntakeFailures,
    private readonly organizations: OrganizationRepository,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.jobs.pollsForWork) return; // a command, or a test
    for (const provided of this.host.all('intake'))
      for (const { name: instance } of this.host.instancesOf(provided.plugin)) {
        const runner = new IntakeRunner(
          { pluginId: provided.plugin.id, instance },
          {
            open: () => this.host.open('intake', provided, instance),
            hold: (name, signal) => this.leases.hold(name, signal),
            take: (source, file, signal) =>
              this.takeFile.execute(source, file, signal, { source: provided.declaration.source ?? 'plugin' }),
            takeMail: (source, mail, signal) => this.takeMail.execute(source, mail, signal),
            reportFailure: (source, failure) => this.#report(source, provided.declaration.source ?? 'plugin', failure),
            hasOrganization: (organizationId) => this.#hasOrganization(organizationId),
            clock: this.clock,
          },
        );
        this.#running.push(runner.run(this.#stop.signal));
      }
  }

  async #report(source: IntakeSource, from: FailureSource, failure: IntakeFailure): Promise<void> {
    checkFile(failure);
    const { organizationId, key, fileName, reason, reference } = failure;
    if (typeof reason !== 'string') throw new PermanentPluginError('the `reason` of a failure must be a text');
    // There is no list of failures for an organization that does not exist.
    if (!(await this.#hasOrganization(organizationId))) return;
    const facts = { kind: 'file' as const, source: from, fileName, reason, reference };
    await this.failures.report(source, { organizationId, key, ...facts });
  }

  async #hasOrganization(organizationId: string): Promise<boolean> {
    return (await this.organizations.findLive([organizationId])).size > 0;
  }

  async onModuleDestroy(): Promise<void> {
    this.#stop.abort(new Error('the process stops'));
    const timer = new AbortController();
    await Promise.race([
      Promise.all(this.#running),
      delay(STOP_WITHIN_MS, undefined, { signal: timer.signal }).catch(() => undefined),
    ]);
    timer.abort();
  }
}
