import type { ConfigClass } from '@archivolt/plugin-kit';
import { ConfigurationError, loadConfig, type ConfigProblem, type Environment } from './load-config.js';

/** Loads several config classes; throws a {@link ConfigurationError} that lists every problem of all of them. */
export function loadConfigs(types: readonly ConfigClass[], environment: Environment): Map<ConfigClass, object> {
  const configs = new Map<ConfigClass, object>();
  const problems: ConfigProblem[] = [];
  for (const type of types) {
    const loaded = loadConfig(type, environment);
    configs.set(type, loaded.config);
    problems.push(...loaded.problems);
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
  return configs;
}
