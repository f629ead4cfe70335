import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DiagnosticCheck, type Check, type CheckResult } from '#ground/features';
import { undetectable } from './detect/detectable-types.js';
import { EXTRACTION_PLUGINS, type ExtractionPlugin } from './extraction-plugins.js';

const REMEDY =
  'declare the type with its extensions in `types` of the manifest, or accept the type that the server detects.';

/** Reports types that a plugin accepts although no file is ever of them. */
@Injectable()
@DiagnosticCheck()
export class FileTypesCheck implements Check, OnApplicationBootstrap {
  readonly name = 'file types';
  readonly #logger = new Logger('Plugins');

  constructor(@Inject(EXTRACTION_PLUGINS) private readonly plugins: readonly ExtractionPlugin[]) {}

  onApplicationBootstrap(): void {
    for (const finding of this.#findings()) this.#logger.warn(`${finding} Remedy: ${REMEDY}`);
  }

  async run(): Promise<CheckResult> {
    const findings = this.#findings();
    if (findings.length > 0) return { status: 'warning', message: findings.join(' '), remedy: REMEDY };
    return { status: 'ok', message: 'every type that a plugin accepts can be detected' };
  }

  #findings(): string[] {
    const types = this.plugins.flatMap((plugin) => plugin.types ?? []);
    return this.plugins.flatMap(({ id, declaration }) => {
      const unknown = undetectable(declaration.accepts, types);
      return unknown.length === 0
        ? []
        : [`${id} accepts ${unknown.join(', ')}, which the server does not detect: no file reaches it.`];
    });
  }
}
