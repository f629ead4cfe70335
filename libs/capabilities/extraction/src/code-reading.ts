import type { CodeLane, CodeReading, PrivateFiles } from '#capabilities/sandbox';
import { detectType } from './detect/detect-type.js';
import type { FileToExtract } from './extraction.js';
import { withPasswords } from './file-passwords.js';
import { drawersOf, firstSupported, type InstalledFacts } from './extraction-plugins.js';

export interface CodeOptions {
  /** Pages that are looked at, from the first one. */
  mostPages: number;
  /** Milliseconds of work for all pages, from the moment that the file has a process. */
  timeoutMs: number;
  signal: AbortSignal;
  /** The owner of the file. Owners take turns, and no process reads files of two owners. */
  owner: string;
  /** Asked for when the file needs a password: those to try, the likeliest first. */
  passwords?: () => Promise<readonly string[]>;
}

/** Pixels of the longer side of a page: 300 to the inch on A4, where the bars of a label of 25 mm are two pixels wide. */
const PAGE_SIDE = 3_508;
/** Pages that break their process are left out; after so many the file is given up. */
const MOST_BROKEN_PAGES = 2;

type CodeInput = Parameters<CodeLane['run']>[0]['input'];
type CodePlugin = Pick<Parameters<CodeLane['run']>[0], 'config' | 'extractor'>;

/** Reads the codes on pages that the installed plugins draw, in sandboxed processes of their own. */
export class CodeReadingOfFiles {
  constructor(
    private readonly facts: InstalledFacts,
    private readonly lane: CodeLane,
    private readonly files: PrivateFiles,
  ) {}

  /** Throws only for faults that have nothing to do with the file. */
  async read(file: FileToExtract, options: CodeOptions): Promise<CodeReading> {
    try {
      const source = await file.open();
      return await this.files.withCopy(source, (copy) => this.#ask(copy, file, options), options.signal);
    } catch (error) {
      if (options.signal.aborted) return { outcome: 'cancelled', reason: 'It was cancelled.' };
      throw error;
    }
  }

  async #ask(
    { path, size }: { path: string; size: number },
    { fileName, declaredType }: FileToExtract,
    options: CodeOptions,
  ): Promise<CodeReading> {
    const { plugins, types } = this.facts;
    const type = await detectType(path, fileName, declaredType, types);
    const reading = await firstSupported(drawersOf(type, plugins), { path, size, type, fileName }, (task) =>
      withPasswords(task.input, options.passwords, (input) => this.#run({ ...task, input }, options)),
    );
    return reading ?? { outcome: 'unsupported', reason: `No installed plugin draws files of the type ${type}.` };
  }

  async #run(
    task: CodePlugin & { input: CodeInput },
    { mostPages, timeoutMs, owner, signal }: CodeOptions,
  ): Promise<CodeReading> {
    const { limits } = this.facts;
    const leftOut: number[] = [];
    for (;;) {
      let reached = 0;
      const onPage = (page: number): void => {
        reached = page;
      };
      const pages = { mostPages, leftOut: [...leftOut], side: PAGE_SIDE, onPage };
      const reading = await this.lane.run({ ...task, ...pages, limits, timeoutMs }, owner, signal);
      const isBroken = BREAKS.has(reading.outcome) && reached > 0 && !leftOut.includes(reached);
      if (!isBroken || leftOut.length >= MOST_BROKEN_PAGES) return reading;
      leftOut.push(reached);
    }
  }
}

const BREAKS: ReadonlySet<string> = new Set<CodeReading['outcome']>(['crashed', 'timeout', 'too-large']);
