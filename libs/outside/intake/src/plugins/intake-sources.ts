import { Injectable, Logger } from '@nestjs/common';
import type { OrganizationScope } from '#ground/kernel';
import { PluginHost, type ProvidedBy } from '#ground/plugin-host';

/** A place where members of an organization put documents: a folder, a mailbox. */
export interface DescribedSource {
  pluginId: string;
  instance: string;
  source: 'email' | 'folder' | 'plugin';
  /** A sentence of the plugin. */
  description: string;
}

const LONGEST_DESCRIPTION = 500;

/** Tells where documents of an organization can be put, as the configured intakes describe it. */
@Injectable()
export class IntakeSources {
  readonly #logger = new Logger('Intake');

  constructor(private readonly host: PluginHost) {}

  /** Intakes that take nothing for this organization are left out. */
  list({ organizationId }: OrganizationScope): DescribedSource[] {
    return this.host.all('intake').flatMap((provided) =>
      this.host.instancesOf(provided.plugin).flatMap(({ name: instance, config }) => {
        const description = this.#describe(provided, config, organizationId);
        const { plugin, declaration } = provided;
        return description === undefined
          ? []
          : [{ pluginId: plugin.id, instance, source: declaration.source ?? 'plugin', description }];
      }),
    );
  }

  /** A plugin that cannot describe itself does not hide the others. */
  #describe({ plugin, declaration }: ProvidedBy<'intake'>, config: object, organizationId: string): string | undefined {
    try {
      const description: unknown = declaration.describe?.(config, organizationId);
      if (typeof description !== 'string' || description.trim() === '') return undefined;
      return description.trim().slice(0, LONGEST_DESCRIPTION).toWellFormed();
    } catch (error) {
      this.#logger.error(`${plugin.id} cannot describe where it takes documents from: ${String(error)}`);
      return undefined;
    }
  }
}
