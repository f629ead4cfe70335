import { envVariables } from '@archivolt/plugin-kit';
import type { Environment, UnreadVariable } from '#ground/settings';
import { instancesVariable, namesOf, nearestName, settingsPrefix } from '@archivolt/plugin-kit/manifest';
import type { LoadedPlugin } from './load-plugins.js';
import { instanceVariables } from './plugin-instances.js';

/**
 * Returns the variables that begin with the prefix of a loaded plugin and that nothing reads. `otherIds` are plugins
 * that are installed but not loaded: their variables are not those of a plugin with a shorter id.
 */
export function misspeltVariables(
  plugins: readonly LoadedPlugin[],
  environment: Environment,
  known: { hostSettings: ReadonlySet<string>; otherIds?: readonly string[] },
): UnreadVariable[] {
  const owned = plugins.map((plugin) => ({ ...plugin, prefix: settingsPrefix(plugin.id), names: variablesOf(plugin) }));
  const others = (known.otherIds ?? []).map(settingsPrefix);
  const read = new Set(owned.flatMap(({ names }) => names));
  return Object.keys(environment)
    .filter(
      (variable) => environment[variable]?.trim() && !read.has(variable) && !isOfHost(variable, known.hostSettings),
    )
    .sort()
    .flatMap((variable) => {
      const [owner] = owned
        .filter(({ prefix }) => variable.toUpperCase().startsWith(prefix))
        .sort((a, b) => b.prefix.length - a.prefix.length);
      if (!owner || others.some((prefix) => prefix.length > owner.prefix.length && variable.startsWith(prefix)))
        return [];
      return [{ variable, hint: hint(variable, owner.id, owner.names) }];
    });
}

function hint(variable: string, id: string, names: readonly string[]): string {
  const meant = nearestName(variable, names);
  if (meant !== undefined) return `did you mean ${meant}?`;
  if (names.length === 0) return `the plugin ${id} has no settings`;
  return `the plugin ${id} has no such setting; it has ${names.join(', ')}`;
}

function isOfHost(variable: string, hostSettings: ReadonlySet<string>): boolean {
  return hostSettings.has(variable) || (variable.endsWith('_FILE') && hostSettings.has(variable.slice(0, -5)));
}

function variablesOf({ id, kinds, manifest, instances = [] }: LoadedPlugin): string[] {
  const config = manifest.config;
  const own = (config ? envVariables(config) : []).flatMap((variable) =>
    namesOf(variable).flatMap((name) => (variable.secret === true ? [name, `${name}_FILE`] : [name])),
  );
  if (!kinds.includes('intake')) return own;
  const names = instances.map(({ name }) => name);
  return [...own, instancesVariable(id), ...instanceVariables(id, config, names)];
}
