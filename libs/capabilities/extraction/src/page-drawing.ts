import { undrawn, type Drawing, type DrawingLane, type DrawingOptions, type PrivateFiles } from '#capabilities/sandbox';
import { detectType } from './detect/detect-type.js';
import type { FileToExtract } from './extraction.js';
import { withPasswords } from './file-passwords.js';
import { drawersOf, firstSupported, type InstalledFacts } from './extraction-plugins.js';

/** Draws pages of files with the installed plugins, in sandboxed processes of their own. */
export class PageDrawing {
  constructor(
    private readonly facts: InstalledFacts,
    private readonly lane: DrawingLane,
    private readonly files: PrivateFiles,
  ) {}

  /** True when a plugin draws files of this type. */
  draws(type: string): boolean {
    return drawersOf(type, this.facts.plugins).length > 0;
  }

  /** Throws only for faults that have nothing to do with the file. */
  async draw(file: FileToExtract, options: DrawingOptions): Promise<Drawing> {
    if (this.facts.plugins.every(({ declaration }) => declaration.form === 'remote' || !declaration.draws))
      return undrawn('unsupported', 'No installed plugin draws pages.');
    try {
      const source = await file.open();
      return await this.files.withCopy(source, (copy) => this.#ask(copy, file, options), options.signal);
    } catch (error) {
      if (options.signal.aborted) return undrawn('cancelled', 'It was cancelled.');
      throw error;
    }
  }

  async #ask(
    { path, size }: { path: string; size: number },
    { fileName, declaredType }: FileToExtract,
    { page, width, height, timeoutMs, owner, signal, passwords }: DrawingOptions,
  ): Promise<Drawing> {
    const { plugins, types, limits } = this.facts;
    const type = await detectType(path, fileName, declaredType, types);
    const place = { page, width, height };
    const drawing = await firstSupported(drawersOf(type, plugins), { path, size, type, fileName }, (task) =>
      withPasswords(task.input, passwords, (input) =>
        this.lane.run({ ...task, input, page: place, limits, timeoutMs }, owner, signal),
      ),
    );
    return drawing ?? undrawn('unsupported', `No installed plugin draws files of the type ${type}.`);
  }
}
