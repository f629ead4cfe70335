import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { dirname, join } from 'node:path';
import type { SelectedPage } from '@archivolt/plugin-kit';
import type { PrivateFiles, Selection, SelectionLane } from '#capabilities/sandbox';
import { detectType } from './detect/detect-type.js';
import type { FileToExtract } from './extraction.js';
import { firstSupported, joinersOf, selectorsOf, type InstalledFacts } from './extraction-plugins.js';

export interface SelectionOptions {
  /** The pages of each new file. */
  parts: readonly (readonly SelectedPage[])[];
  /** Bytes that a new file may have. */
  mostBytes: number;
  /** Milliseconds of work for one new file, from the moment that it has a process. */
  timeoutMs: number;
  signal: AbortSignal;
  /** The owner of the file. Owners take turns, and no process reads files of two owners. */
  owner: string;
}

/** Files of one type that become one. */
export interface FilesToJoin {
  type: string;
  /** Opens all of them, one after the other, as one stream. */
  open(): Promise<Readable>;
  /** Bytes of each of them; asked for when the stream has ended. */
  sizes(): readonly number[];
}

export type JoiningOptions = Omit<SelectionOptions, 'parts'> & {
  /** Pages that the new file may have. */
  mostPages: number;
};

/** A new file, until the work with it ends. */
export interface NewFile {
  path: string;
  size: number;
}

/** `selected`: all parts were made, and the work with each has ended. */
export type SelectedParts = { outcome: 'selected' } | Exclude<Selection, { outcome: 'selected' }>;

/** Makes new files of pages with the installed plugins, in sandboxed processes of their own. */
export class PageSelecting {
  constructor(
    private readonly facts: InstalledFacts,
    private readonly lane: SelectionLane,
    private readonly files: PrivateFiles,
  ) {}

  /** True when a plugin makes new files of the pages of files of this type. */
  selects(type: string): boolean {
    return selectorsOf(type, this.facts.plugins).length > 0;
  }

  /** Makes one part after the other, for `work`. Throws only for faults that have nothing to do with the file, and what `work` throws. */
  async select(
    file: FileToExtract,
    options: SelectionOptions,
    work: (part: NewFile, index: number) => Promise<void>,
  ): Promise<SelectedParts> {
    try {
      const source = await file.open();
      return await this.files.withCopy(source, (copy) => this.#make(copy, file, options, work), options.signal);
    } catch (error) {
      if (options.signal.aborted) return { outcome: 'cancelled', reason: 'It was cancelled.' };
      throw error;
    }
  }

  /** True when a plugin makes one file of several files of this type. */
  joins(type: string): boolean {
    return joinersOf(type, this.facts.plugins).length > 0;
  }

  /** Makes one file of several, for `work`. Throws as {@link select} does, and what the stream throws. */
  async join(
    { type, open, sizes }: FilesToJoin,
    { mostPages, mostBytes, timeoutMs, owner, signal }: JoiningOptions,
    work: (joined: NewFile) => Promise<void>,
  ): Promise<SelectedParts> {
    const { plugins, limits } = this.facts;
    try {
      return await this.files.withCopy(
        await open(),
        async ({ path, size }) => {
          const target = join(dirname(path), 'part');
          const input = { path, size, type, fileName: 'file' };
          const asked = { pages: [], join: { sizes: sizes(), mostPages }, mostBytes, limits, timeoutMs, target };
          const joined = await firstSupported(joinersOf(type, plugins), input, (task) =>
            this.lane.run({ ...task, ...asked }, owner, signal),
          );
          if (joined?.outcome !== 'selected')
            return joined ?? { outcome: 'unsupported', reason: `No installed plugin joins files of the type ${type}.` };
          await work({ path: target, size: joined.size });
          return { outcome: 'selected' };
        },
        signal,
      );
    } catch (error) {
      if (signal.aborted) return { outcome: 'cancelled', reason: 'It was cancelled.' };
      throw error;
    }
  }

  async #make(
    { path, size }: { path: string; size: number },
    { fileName, declaredType }: FileToExtract,
    { parts, mostBytes, timeoutMs, owner, signal }: SelectionOptions,
    work: (part: NewFile, index: number) => Promise<void>,
  ): Promise<SelectedParts> {
    const { plugins, types, limits } = this.facts;
    const type = await detectType(path, fileName, declaredType, types);
    const target = join(dirname(path), 'part');
    const input = { path, size, type, fileName };
    for (const [index, pages] of parts.entries()) {
      const part = await firstSupported(selectorsOf(type, plugins), input, (task) =>
        this.lane.run({ ...task, pages, mostBytes, limits, timeoutMs, target }, owner, signal),
      );
      if (part?.outcome !== 'selected')
        return part ?? { outcome: 'unsupported', reason: `No installed plugin splits files of the type ${type}.` };
      await work({ path: target, size: part.size }, index);
      await rm(target, { force: true });
    }
    return { outcome: 'selected' };
  }
}
