import type {
  ExtractionDeclaration,
  ExtractionInput,
  ExtractionLimits,
  Extractor,
  FileType,
  OcrDeclaration,
} from '@archivolt/plugin-kit';
import { compiledUrl } from '#ground/kernel';

/** Injection token of `ExtractionPlugin[]`, bound by the plugin host. */
export const EXTRACTION_PLUGINS = Symbol('extraction plugins');
/** Injection token of the one `OcrPlugin`, or `undefined` when none is installed. */
export const OCR_PLUGIN = Symbol('ocr plugin');

export interface ExtractionPlugin {
  id: string;
  version: string;
  /** Parsed settings of the plugin; must survive JSON for the sandboxed form. */
  config: object | undefined;
  declaration: ExtractionDeclaration;
  types?: readonly FileType[];
  /** Its place in `CONTENT_EXTRACTION_STRATEGY`, default 0; below 0 when it is asked for no text. */
  step?: number;
  /** Creates and starts the extractor of the remote form, or returns the one that is running. */
  open?(): Promise<Extractor>;
}

export interface OcrPlugin {
  id: string;
  version: string;
  config: object | undefined;
  declaration: OcrDeclaration;
}

/** What the work with a file depends on, besides the file. */
export interface InstalledFacts {
  plugins: readonly ExtractionPlugin[];
  types: readonly FileType[];
  limits: ExtractionLimits;
}

/** How closely a plugin accepts a type. */
export type Acceptance = 'any' | 'exact' | 'none' | 'wildcard';

const RANKS: Record<Acceptance, number> = { exact: 3, wildcard: 2, any: 1, none: 0 };

/** What decides which plugins are asked for the text of a file. */
export type FileFacts = Pick<ExtractionInput, 'fileName' | 'size' | 'type'>;

/**
 * The plugins that take a file, step by step as `CONTENT_EXTRACTION_STRATEGY` says, and in each step in the order they
 * are asked: exact types before wildcards, then by priority. No step is empty.
 */
export function stepsFor(file: FileFacts, plugins: readonly ExtractionPlugin[]): ExtractionPlugin[][] {
  const willing = plugins.filter((plugin) => isConfigured(plugin) && takes(plugin, file));
  const steps = Map.groupBy(willing, ({ step = 0 }) => step);
  return [...steps]
    .filter(([step]) => step >= 0)
    .sort(([a], [b]) => a - b)
    .map(([, members]) => inOrder(members, (plugin) => acceptanceOf(plugin, file.type)))
    .filter((members) => members.length > 0);
}

/** Sentences for the log about plugins that get no file although they are named. */
export function missingSettings(plugins: readonly ExtractionPlugin[]): string[] {
  return plugins
    .filter((plugin) => (plugin.step ?? 0) >= 0 && !isConfigured(plugin))
    .map(
      ({ id }) =>
        `CONTENT_EXTRACTION_STRATEGY names ${id}, which gets no files, because a setting is missing. Remedy: npm run doctor names it.`,
    );
}

/** False when a setting is missing without which the plugin cannot reach its service. */
function isConfigured({ declaration, config = {} }: ExtractionPlugin): boolean {
  return declaration.form !== 'remote' || (declaration.isConfigured?.(config) ?? true);
}

function takes({ declaration, config = {} }: ExtractionPlugin, file: FileFacts): boolean {
  return declaration.form !== 'remote' || (declaration.takes?.(file, config) ?? true);
}

function inOrder<Plugin extends ExtractionPlugin>(
  plugins: readonly Plugin[],
  acceptance: (plugin: Plugin) => Acceptance,
): Plugin[] {
  return plugins
    .map((plugin) => ({ plugin, rank: RANKS[acceptance(plugin)] }))
    .filter(({ rank }) => rank > 0)
    .sort(
      (a, b) =>
        b.rank - a.rank ||
        (b.plugin.declaration.priority ?? 0) - (a.plugin.declaration.priority ?? 0) ||
        a.plugin.id.localeCompare(b.plugin.id),
    )
    .map(({ plugin }) => plugin);
}

/** The form that can draw pages. */
export type SandboxedDeclaration = Extract<ExtractionDeclaration, { form: 'sandboxed' }>;

type SandboxedPlugin = ExtractionPlugin & { declaration: SandboxedDeclaration };

/** The plugins that draw pages of files of this type, in the order they are asked. */
export function drawersOf(type: string, plugins: readonly ExtractionPlugin[]): SandboxedPlugin[] {
  return sandboxedOf(plugins, ({ draws = [] }) => closestOf(draws, type));
}

/** The plugins that make new files of the pages of files of this type, in the order they are asked. */
export function selectorsOf(type: string, plugins: readonly ExtractionPlugin[]): SandboxedPlugin[] {
  return sandboxedOf(plugins, ({ selectsPages }) => (selectsPages?.includes(type) === true ? 'exact' : 'none'));
}

/** The plugins that make one file of several of this type, in the order they are asked. */
export function joinersOf(type: string, plugins: readonly ExtractionPlugin[]): SandboxedPlugin[] {
  return sandboxedOf(plugins, ({ joins }) => (joins?.includes(type) === true ? 'exact' : 'none'));
}

/** The plugins that show files of this type as HTML, in the order they are asked. */
export function renderersOf(type: string, plugins: readonly ExtractionPlugin[]): SandboxedPlugin[] {
  return sandboxedOf(plugins, ({ renders }) => (renders?.includes(type) === true ? 'exact' : 'none'));
}

/** The types of files that some plugin shows as HTML. */
export function renderedTypes(plugins: readonly ExtractionPlugin[]): string[] {
  const types = plugins.flatMap(({ declaration }) =>
    declaration.form === 'sandboxed' ? (declaration.renders ?? []) : [],
  );
  return [...new Set(types)].sort();
}

/** The plugins that open mails of this type, in the order they are asked. */
export function openersOf(type: string, plugins: readonly ExtractionPlugin[]): SandboxedPlugin[] {
  return sandboxedOf(plugins, ({ opensMail }) => (opensMail?.includes(type) === true ? 'exact' : 'none'));
}

function sandboxedOf(
  plugins: readonly ExtractionPlugin[],
  acceptance: (declaration: SandboxedDeclaration) => Acceptance,
): SandboxedPlugin[] {
  const sandboxed = plugins.flatMap(({ declaration, ...plugin }) =>
    declaration.form === 'sandboxed' ? [{ ...plugin, declaration }] : [],
  );
  return inOrder(sandboxed, ({ declaration }) => acceptance(declaration));
}

/** Has the plugins try a file in the sandbox one after the other, until one supports it. */
export async function firstSupported<Result extends { outcome: string }>(
  plugins: readonly SandboxedPlugin[],
  input: ExtractionInput,
  ask: (task: { extractor: string; config: unknown; input: ExtractionInput }) => Promise<Result>,
): Promise<Result | undefined> {
  for (const { declaration, config } of plugins) {
    const result = await ask({ extractor: compiledUrl(declaration.extractor).href, config, input });
    if (result.outcome !== 'unsupported') return result;
  }
  return undefined;
}

export function acceptanceOf({ declaration }: ExtractionPlugin, type: string): Acceptance {
  return closestOf(declaration.accepts, type);
}

function closestOf(patterns: readonly string[], type: string): Acceptance {
  return patterns
    .map((pattern) => acceptance(pattern, type))
    .reduce<Acceptance>((best, each) => (RANKS[each] > RANKS[best] ? each : best), 'none');
}

function acceptance(pattern: string, type: string): Acceptance {
  if (pattern === type) return 'exact';
  if (pattern === '*/*' || pattern === '*') return 'any';
  return pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1)) ? 'wildcard' : 'none';
}
