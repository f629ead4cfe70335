import type { ExtractionDeclaration, HostServices, OcrDeclaration } from '@archivolt/plugin-kit';

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
  /** Needed by the remote form. */
  host?: HostServices<object>;
}

export interface OcrPlugin {
  id: string;
  version: string;
  config: object | undefined;
  declaration: OcrDeclaration;
}

/** The plugins that accept a type, in the order they are asked: exact types before wildcards, then by priority. */
export function pluginsFor(type: string, plugins: readonly ExtractionPlugin[]): ExtractionPlugin[] {
  return plugins
    .map((plugin) => ({ plugin, rank: Math.max(...plugin.declaration.accepts.map((pattern) => match(pattern, type))) }))
    .filter(({ rank }) => rank > 0)
    .sort(
      (a, b) =>
        b.rank - a.rank ||
        (b.plugin.declaration.priority ?? 0) - (a.plugin.declaration.priority ?? 0) ||
        a.plugin.id.localeCompare(b.plugin.id),
    )
    .map(({ plugin }) => plugin);
}

function match(pattern: string, type: string): number {
  if (pattern === type) return 3;
  if (pattern === '*/*' || pattern === '*') return 1;
  return pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1)) ? 2 : 0;
}
