import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { LaneRendition, PrivateFiles, RenditionLane } from '#capabilities/sandbox';
import { detectType } from './detect/detect-type.js';
import type { FileToExtract } from './extraction.js';
import { firstSupported, renderedTypes, renderersOf, type InstalledFacts } from './extraction-plugins.js';

export interface RenderingOptions {
  /** UTF-8 bytes that the HTML may have. */
  mostBytes: number;
  /** Milliseconds of work, from the moment that the file has a process. */
  timeoutMs: number;
  signal: AbortSignal;
  /** The owner of the file. Owners take turns, and no process shows files of two owners. */
  owner: string;
}

/** The HTML comes from a process that the file may have taken over, so it is untrusted. */
export type RenderedFile =
  { outcome: 'rendered'; html: string; isCut: boolean } | Exclude<LaneRendition, { outcome: 'rendered' }>;

/** Shows files as HTML with the installed plugins, in sandboxed processes of their own. */
export class HtmlRendering {
  constructor(
    private readonly facts: InstalledFacts,
    private readonly lane: RenditionLane,
    private readonly files: PrivateFiles,
  ) {}

  /** The types of files that are shown. */
  get types(): string[] {
    return renderedTypes(this.facts.plugins);
  }

  /** Throws only for faults that have nothing to do with the file. */
  async render(file: FileToExtract, options: RenderingOptions): Promise<RenderedFile> {
    try {
      return await this.files.withCopy(await file.open(), (copy) => this.#make(copy, file, options), options.signal);
    } catch (error) {
      if (options.signal.aborted) return { outcome: 'cancelled', reason: 'It was cancelled.' };
      throw error;
    }
  }

  async #make(
    { path, size }: { path: string; size: number },
    { fileName, declaredType }: FileToExtract,
    { mostBytes, timeoutMs, owner, signal }: RenderingOptions,
  ): Promise<RenderedFile> {
    const { plugins, types, limits } = this.facts;
    const type = await detectType(path, fileName, declaredType, types);
    const target = join(dirname(path), 'html');
    const made = await firstSupported(renderersOf(type, plugins), { path, size, type, fileName }, (task) =>
      this.lane.run({ ...task, mostBytes, limits, timeoutMs, target }, owner, signal),
    );
    if (made?.outcome === 'rendered') return { ...made, html: await readFile(target, 'utf8') };
    return made ?? { outcome: 'unsupported', reason: `No installed plugin shows files of the type ${type} as pages.` };
  }
}
