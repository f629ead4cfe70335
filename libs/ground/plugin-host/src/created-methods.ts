import type { Intake, PluginLifecycle } from '@archivolt/plugin-kit';
import type { CreatedKind } from '@archivolt/plugin-kit/manifest';

/** The methods that `create` of each kind must return. */
const METHODS: Record<CreatedKind, readonly string[]> = {
  'auto-tagger': ['suggest'],
  extraction: ['extract'],
  identity: [],
  intake: ['run'],
  'intake-address': ['createAddress', 'removeAddress'],
  'mail-transport': ['send'],
  search: ['index', 'remove', 'search', 'matchIds'],
  storage: ['write', 'read', 'stat', 'delete', 'list', 'sweepUnfinished', 'check'],
  subscriber: ['handle'],
};

const OPTIONAL = [
  ...(['start', 'close', 'check'] as const satisfies (keyof PluginLifecycle)[]),
  ...(['reopen', 'finish'] as const satisfies (keyof Intake)[]),
];

/** Returns what is wrong with the result of `create`, or `undefined`. */
export function mistakeInCreated(kind: CreatedKind, created: unknown): string | undefined {
  if (typeof created !== 'object' || created === null)
    return `\`create\` returned ${created === null ? 'null' : typeof created} instead of an object`;
  const value = created as Record<string, unknown>;
  const missing = METHODS[kind].filter((name) => typeof value[name] !== 'function');
  if (missing.length > 0)
    return `\`create\` returned an object without the method${missing.length > 1 ? 's' : ''} ${listOf(missing)}`;
  const odd = OPTIONAL.filter((name) => value[name] !== undefined && typeof value[name] !== 'function');
  if (odd.length > 0) return `\`create\` returned an object whose ${listOf(odd)} is not a function`;
  return undefined;
}

function listOf(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
