import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PLUGIN_CONTRACT, type PluginManifest } from '@archivolt/plugin-kit';
import type { PluginPackage } from './find-packages.js';
import { PLUGIN_KINDS } from './plugin-kinds.js';

type Load = (packageName: string) => Promise<unknown>;

const ID = new RegExp(`^(${PLUGIN_KINDS.join('|')})(-[a-z0-9]+)+$`);
/** A media type as JSON text. */
const TYPE = /^"(\*|[a-z0-9.+-]+)\/(\*|[a-z0-9.+-]+)"$/;

/** Returns the default export of a package after checking that it is a plugin for this server. */
export async function readManifest(
  found: PluginPackage,
  load: Load = (name) => import(name) as Promise<unknown>,
): Promise<PluginManifest> {
  let module: unknown;
  try {
    module = await load(found.name);
  } catch (error) {
    throw new Error(
      `the plugin ${found.name} cannot be loaded: ${reasonOf(error)}.\nRemedy: ${remedyFor(found, error)}.`,
      { cause: error },
    );
  }
  const value = isRecord(module) ? module['default'] : undefined;
  const refuse = (what: string, remedy: string): never => {
    throw new Error(`the plugin ${found.name} cannot be used: ${what}.\nRemedy: ${remedy}.`);
  };
  if (!isRecord(value) || !isRecord(value['provides']) || typeof value['id'] !== 'string')
    return refuse(
      'its default export is not a manifest',
      'write `export default definePlugin({ … })` in its main module',
    );
  // The contract comes first: the requirements of another version on a manifest are unknown here.
  if (value['contract'] !== PLUGIN_CONTRACT) return refuse(...otherContract(value['contract']));
  const mistake = mistakeIn(value['id'], value['provides']);
  if (mistake !== undefined) return refuse(mistake, `correct the manifest of ${found.name}, or remove the plugin`);
  return value as unknown as PluginManifest;
}

function otherContract(contract: unknown): [what: string, remedy: string] {
  return [
    `it is made for version ${String(contract)} of the plugin contract, but this server has version ${PLUGIN_CONTRACT}`,
    typeof contract === 'number' && contract > PLUGIN_CONTRACT
      ? 'update Archivolt, or install an older version of the plugin'
      : 'install a newer version of the plugin',
  ];
}

function mistakeIn(id: string, provides: Record<string, unknown>): string | undefined {
  if (!ID.test(id))
    return `its id "${id}" is not a kind (${PLUGIN_KINDS.join(', ')}) and a name, such as extraction-epub`;
  const kinds = Object.keys(provides).filter((kind) => provides[kind] !== undefined);
  const unknown = kinds.find((kind) => !PLUGIN_KINDS.some((known) => known === kind));
  if (unknown !== undefined) return `it provides "${unknown}", which is not a kind of plugin`;
  if (kinds.length === 0) return 'it provides nothing';
  for (const kind of kinds) {
    const declaration = provides[kind];
    const mistake = isRecord(declaration) ? mistakeOf(kind, declaration) : 'is not an object';
    if (mistake !== undefined) return `provides.${kind} ${mistake}`;
  }
  return undefined;
}

function mistakeOf(kind: string, declaration: Record<string, unknown>): string | undefined {
  if (kind === 'extraction') {
    const { accepts, form, extractor } = declaration;
    if (!Array.isArray(accepts) || accepts.length === 0) return 'accepts no media type';
    const odd = accepts.map((type) => JSON.stringify(type)).find((type) => !TYPE.test(type));
    if (odd !== undefined) return `accepts ${odd}, which is not a media type in lower case`;
    if (form === 'sandboxed') return mistakeOfModule('extractor', extractor) ?? mistakeOfAddons(declaration);
    if (form !== 'remote') return 'has a form that is neither sandboxed nor remote';
  }
  if (kind === 'ocr') return mistakeOfModule('engine', declaration['engine']) ?? mistakeOfAddons(declaration);
  if (kind === 'search') {
    const mistake = mistakeOfSearch(declaration);
    if (mistake !== undefined) return mistake;
  }
  return typeof declaration['create'] === 'function' ? undefined : 'has no function `create`';
}

function mistakeOfSearch({ transactional, indexVersion, readsOwnWrites, prepare }: Record<string, unknown>) {
  if (typeof transactional !== 'boolean')
    return 'has no `transactional`: write true when it writes in the transaction of a change, false otherwise';
  if (!Number.isInteger(indexVersion) || Number(indexVersion) < 1)
    return 'has no `indexVersion`: write 1, and a larger number when the index must be filled again';
  if (readsOwnWrites !== undefined && (typeof readsOwnWrites !== 'boolean' || transactional))
    return 'has `readsOwnWrites`, which is true or false and only for `transactional: false`';
  return prepare === undefined ? undefined : mistakeOfModule('prepare', prepare);
}

function mistakeOfAddons({ addons }: Record<string, unknown>): string | undefined {
  return addons === undefined || typeof addons === 'boolean'
    ? undefined
    : 'has `addons` that is neither true nor false';
}

function mistakeOfModule(name: string, address: unknown): string | undefined {
  if (!(address instanceof URL) || address.protocol !== 'file:')
    return `needs \`${name}\` as \`new URL('./${name}.js', import.meta.url)\``;
  const path = fileURLToPath(address);
  // When running from the sources, the module has another extension.
  const isThere = existsSync(path) || existsSync(path.replace(/\.js$/, '.ts'));
  return isThere ? undefined : `names the ${name} ${path}, which does not exist`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function reasonOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return String(message).replace(/\.$/, '');
}

function remedyFor({ name, isExternal }: PluginPackage, error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (code !== 'ERR_MODULE_NOT_FOUND')
    return `fix or remove ${name}${isExternal ? ', or take it out of PLUGINS_EXTERNAL' : ''}`;
  return isExternal
    ? `install it again with \`npm install --no-save ${name}\`, or take it out of PLUGINS_EXTERNAL`
    : 'run `npm install` once after a plugin folder was added, then `npm run build`';
}
