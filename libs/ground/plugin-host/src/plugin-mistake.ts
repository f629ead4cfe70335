import type { PluginPackage } from './find-packages.js';

/** One mistake in a plugin, with its remedy; the sentences end without a full stop. */
export interface PluginMistake {
  found: PluginPackage;
  what: string;
  remedy: string;
  cause?: unknown;
}

/** All mistakes of all plugins, so that one start shows every one of them. */
export class PluginsError extends Error {
  constructor(readonly mistakes: readonly PluginMistake[]) {
    super(mistakes.map(describe).join('\n'), { cause: mistakes[0]?.cause });
  }

  /** One message for each mistake. */
  get messages(): string[] {
    return this.mistakes.map(describe);
  }
}

function describe({ found, what, remedy }: PluginMistake): string {
  return `the plugin ${found.name} ${what}${what.endsWith('?') ? '' : '.'}\nRemedy: ${remedy}.`;
}
