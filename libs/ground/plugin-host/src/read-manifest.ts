import { PLUGIN_CONTRACT, type PluginManifest } from '@archivolt/plugin-kit';
import { isRecord, nearestName, shown } from '@archivolt/plugin-kit/manifest';
import { placeOf, reasonOf } from './fault-place.js';
import { limitedCall } from './limited-call.js';
import type { PluginPackage } from './find-packages.js';
import type { PluginMistake } from './plugin-mistake.js';
import { placeOfSyntaxError } from './syntax-error-place.js';

export type Load = (packageName: string) => Promise<unknown>;

/** The default export of a package that is a plugin for this version of the contract, or why it is not. */
export type ReadManifest = { manifest: PluginManifest } | { mistake: Omit<PluginMistake, 'found'> };

/** Without it, a module that awaits something that never comes would end the process without a message. */
const IMPORT_WITHIN_SECONDS = 30;

/** Imports a package. The contract comes first: the requirements of another version on a manifest are unknown here. */
export async function readManifest(
  found: PluginPackage,
  load: Load,
  seconds = IMPORT_WITHIN_SECONDS,
): Promise<ReadManifest> {
  let module: unknown;
  try {
    module = await limitedCall('its main module', { seconds }, () => load(found.name));
  } catch (error) {
    const place =
      placeOf(error, found.folder) ??
      (error instanceof SyntaxError ? await placeOfSyntaxError(found.folder) : undefined);
    const what = `cannot be loaded: ${reasonOf(error)}${place === undefined ? '' : ` (${place})`}`;
    return { mistake: { what, remedy: remedyFor(found, error), cause: error } };
  }
  const value = isRecord(module) ? module['default'] : undefined;
  const what = isRecord(module) ? mistakeInExport(module, value) : 'its main module exports nothing';
  if (what !== undefined) {
    const remedy =
      'write `export default definePlugin({ … })` in its main module, the one that `exports` of package.json names';
    return { mistake: { what: `cannot be used: ${what}`, remedy } };
  }
  const other = otherContract(value as Record<string, unknown>);
  if (other) return { mistake: { ...other, what: `cannot be used: ${other.what}` } };
  return { manifest: value as PluginManifest };
}

function mistakeInExport(module: Record<string, unknown>, value: unknown): string | undefined {
  if (isRecord(value) && ('id' in value || 'provides' in value || 'contract' in value)) return undefined;
  if (value !== undefined) return `its default export is not a manifest but ${shown(value)}`;
  const others = Object.keys(module);
  return `its main module has no default export${others.length === 0 ? '' : `; it exports ${others.join(', ')}`}`;
}

function otherContract(manifest: Record<string, unknown>): { what: string; remedy: string } | undefined {
  const { contract } = manifest;
  if (contract === PLUGIN_CONTRACT) return undefined;
  if (typeof contract === 'number')
    return {
      what: `it is made for version ${contract} of the plugin contract, but this server has version ${PLUGIN_CONTRACT}`,
      remedy:
        contract > PLUGIN_CONTRACT
          ? 'update Archivolt, or install an older version of the plugin'
          : 'install a newer version of the plugin',
    };
  const remedy = `write \`contract: ${PLUGIN_CONTRACT}\` in its manifest, or install a version of the plugin for this contract`;
  if (contract !== undefined)
    return { what: `contract is ${shown(contract)}; it must be the number ${PLUGIN_CONTRACT}`, remedy };
  const meant = Object.keys(manifest).find(
    (name) => name !== 'contract' && nearestName(name, ['contract']) !== undefined,
  );
  return {
    what: `contract is missing${meant === undefined ? '' : `; \`${meant}\` is not a field of the contract`}`,
    remedy,
  };
}

function remedyFor({ name, isExternal }: PluginPackage, error: unknown): string {
  if (!isRecord(error) || error['code'] !== 'ERR_MODULE_NOT_FOUND')
    return `fix or remove ${name}${isExternal ? ', or take it out of PLUGINS_EXTERNAL' : ''}`;
  const [, missing] = /Cannot find package '([^']+)'/.exec(reasonOf(error)) ?? [];
  if (missing === undefined)
    return `compile the plugin (\`npm run build\`), or correct the path; a relative import names the file with its extension \`.js\``;
  if (missing !== name)
    return isExternal
      ? `add ${missing} to \`dependencies\` in package.json of ${name}, and install the plugin again`
      : `run \`npm install ${missing} --save-exact -w ${name}\``;
  return isExternal
    ? `install it again with \`npm install --no-save ${name}\`, or take it out of PLUGINS_EXTERNAL`
    : 'run `npm install` once after a plugin folder was added, then `npm run build`';
}
