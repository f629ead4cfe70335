import { envVariables, type ConfigClass } from '@archivolt/plugin-kit';
import type { Environment } from './load-config.js';
import { nearestName } from '@archivolt/plugin-kit/manifest';
import { MISSING_SETTINGS } from './missing-settings.js';

export interface UnreadVariable {
  /** A variable that is set but that no setting reads. */
  variable: string;
  /** The likely intended name, or why the variable has no effect. */
  hint: string;
}

/**
 * Returns variables that no setting reads, if they are names that this version does not have, resemble a setting, or begin
 * as several settings do. Names that begin with one of `pluginPrefixes` are left to the plugins.
 */
export function unreadVariables(
  types: readonly ConfigClass[],
  environment: Environment,
  pluginPrefixes: readonly string[] = [],
): UnreadVariable[] {
  const variables = types.flatMap((type) => envVariables(type));
  const known = new Set(variables.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
  const secrets = new Set(
    variables.flatMap(({ name, aliases = [], secret }) => (secret === true ? [name, ...aliases] : [])),
  );
  const prefixes = prefixesOf(known);
  const unread: UnreadVariable[] = [];
  for (const variable of Object.keys(environment).sort()) {
    if (known.has(variable) || !environment[variable]?.trim()) continue;
    const base = variable.endsWith('_FILE') ? variable.slice(0, -'_FILE'.length) : undefined;
    if (base !== undefined && known.has(base)) {
      if (!secrets.has(base)) unread.push({ variable, hint: `only secrets are read from files; set ${base} itself` });
      continue;
    }
    const isOfPlugin = pluginPrefixes.some((prefix) => variable.startsWith(prefix));
    const hint = hintFor(variable, known, isOfPlugin ? new Set() : prefixes);
    if (hint !== undefined) unread.push({ variable, hint });
  }
  return unread;
}

function hintFor(variable: string, known: Iterable<string>, prefixes: ReadonlySet<string>): string | undefined {
  const missing = MISSING_SETTINGS.find(({ name }) =>
    name.endsWith('*') ? variable.startsWith(name.slice(0, -1)) : variable === name,
  );
  if (missing !== undefined) return missing.instead;
  const meant = nearestName(variable, known);
  if (meant !== undefined) return `did you mean ${meant}?`;
  return prefixes.has(firstWord(variable)) ? 'no setting has this name' : undefined;
}

const SETTINGS_WITH_PREFIX = 3;

/** A first word that only one or two settings have may well be that of another program. */
function prefixesOf(names: Iterable<string>): Set<string> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(firstWord(name), (counts.get(firstWord(name)) ?? 0) + 1);
  return new Set([...counts].flatMap(([word, count]) => (count >= SETTINGS_WITH_PREFIX ? [word] : [])));
}

const firstWord = (name: string): string => name.split('_', 1)[0] ?? name;
