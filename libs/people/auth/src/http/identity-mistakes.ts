import type { Identity } from '@archivolt/plugin-kit';
import type { OpenedIdentity } from './opened-identity.js';
import { OWN_ID_PREFIXES } from './sign-in-models.js';

const ID_PREFIX = /^[a-z][a-z0-9_]{1,19}$/;
const PROVIDER_ID = /^[a-z0-9][a-z0-9._-]{0,63}$/i;

interface Model {
  name: string;
  table: string;
}

/** Returns what is wrong with what an identity plugin adds, as the end of a sentence; `others` are used already. */
export function mistakeInIdentity(
  pluginId: string,
  identity: Identity,
  others: readonly OpenedIdentity[],
): string | undefined {
  const { plugins = [], signInProviders = [], mapClaims } = identity;
  if (!Array.isArray(plugins) || !plugins.every((plugin) => typeof (plugin as { id?: unknown }).id === 'string'))
    return '`plugins` is not a list of plugins of better-auth, each with an `id`';
  if (mapClaims !== undefined && typeof mapClaims !== 'function') return '`mapClaims` is not a function';
  const known = new Set(others.flatMap((other) => (other.identity.signInProviders ?? []).map(({ id }) => id)));
  for (const { id, name } of signInProviders) {
    if (!PROVIDER_ID.test(id) || typeof name !== 'string' || name.trim() === '')
      return `the provider ${JSON.stringify(id)} in \`signInProviders\` lacks a name, or has an id with other characters than letters, digits and ._-`;
    if (known.has(id)) return `the provider ${id} in \`signInProviders\` is there already`;
    known.add(id);
  }
  return mistakeInModels(pluginId, identity);
}

function mistakeInModels(pluginId: string, { plugins = [], idPrefixes = {} }: Identity): string | undefined {
  const tablePrefix = `${pluginId.replaceAll('-', '_')}_`;
  for (const { name, table } of plugins.flatMap(modelsOf)) {
    if (name in OWN_ID_PREFIXES)
      return `it adds columns to the table of ${name}; keep them in a table of its own that refers to ${name}`;
    if (!table.startsWith(tablePrefix))
      return `the table of its model ${name} is ${table}; set \`modelName\` to a name that begins with ${tablePrefix}`;
    if (idPrefixes[name] === undefined) return `\`idPrefixes\` lacks the prefix for the ids of its model ${name}`;
  }
  const taken = new Set(Object.values(OWN_ID_PREFIXES));
  for (const [model, prefix] of Object.entries(idPrefixes)) {
    if (model in OWN_ID_PREFIXES) return `\`idPrefixes\` names ${model}, whose ids belong to the product`;
    if (!ID_PREFIX.test(prefix) || taken.has(prefix))
      return `the prefix ${JSON.stringify(prefix)} in \`idPrefixes\` is in use, or has other characters than a-z, 0-9 and _`;
  }
  return undefined;
}

function modelsOf(plugin: object): Model[] {
  const { schema = {} } = plugin as { schema?: Record<string, { modelName?: string }> };
  return Object.entries(schema).map(([name, { modelName = name }]) => ({ name, table: modelName }));
}
