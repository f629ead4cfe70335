import {
  makeExtraction,
  UNKNOWN_TYPE,
  type AskedPlugins,
  type Extraction,
  type ExtractionTurn,
} from '#capabilities/sandbox';
import { acceptanceOf, type ExtractionPlugin } from './extraction-plugins.js';
import { unreadReason } from './unread-formats.js';

export const OCR_IS_MISSING = 'It can only be read by OCR, and no OCR plugin is installed.';

/** A service that fails with one file, or rejects it, leaves it to the next plugin. */
const LEAVES_TO_NEXT = {
  remote: new Set<Extraction['outcome']>(['crashed', 'failed', 'insufficient', 'timeout', 'unsupported']),
  sandboxed: new Set<Extraction['outcome']>(['insufficient', 'unsupported']),
};

/** How much an outcome says, of files that no plugin read. */
const WEIGHTS: Partial<Record<Extraction['outcome'], number>> = { unsupported: 0, insufficient: 1 };
const MOST_WEIGHT = 2;

const FAULTS: ReadonlySet<string> = new Set<Extraction['outcome']>(['crashed', 'failed', 'timeout']);

/** True when no other plugin of the same step is asked for this file. */
export function endsSearch({ declaration }: ExtractionPlugin, { outcome }: Extraction): boolean {
  return !LEAVES_TO_NEXT[declaration.form].has(outcome);
}

/** True when no later step can add anything: there is a text, or none without the password. */
export function endsChain({ outcome }: Extraction): boolean {
  return outcome === 'text' || outcome === 'encrypted';
}

/** The plugins that did not read one file, in this lane and in earlier ones, and what is known from them. */
export class PluginsAsked {
  readonly #ids: Set<string>;
  #best: AskedPlugins['best'];
  readonly #faults: string[];
  #cpuMs = 0;
  #peakRssBytes = 0;

  constructor(
    private readonly type: string,
    { ids, best, faults = [] }: AskedPlugins = { ids: [] },
  ) {
    this.#ids = new Set(ids);
    this.#best = best;
    this.#faults = [...faults];
  }

  has({ id }: ExtractionPlugin): boolean {
    return this.#ids.has(id);
  }

  /** `hasFallback`: a later step is asked, whose text may be worse than that of this plugin. */
  add(plugin: ExtractionPlugin, extraction: Extraction, { hasFallback }: { hasFallback: boolean }): void {
    const { outcome, reason, warnings, cpuMs, peakRssBytes, isCutShort } = extraction;
    this.#ids.add(plugin.id);
    if (hasFallback && FAULTS.has(outcome)) this.#faults.push(`${plugin.id} could not read it: ${reason ?? outcome}`);
    this.#cpuMs += cpuMs;
    this.#peakRssBytes = Math.max(this.#peakRssBytes, peakRssBytes);
    if (!this.#isTelling(plugin, extraction)) return;
    if (this.#best !== undefined && weightOf(outcome) < weightOf(this.#best.outcome)) return;
    this.#best = {
      ...{ outcome, reason, warnings, provider: plugin.id, providerVersion: plugin.version },
      ...(isCutShort === true && { isCutShort }),
    };
  }

  /** The file goes to the next step: the plugins of this one are not asked any more. */
  passOver(step: readonly ExtractionPlugin[]): void {
    for (const { id } of step) this.#ids.add(id);
  }

  /** The extraction of the plugin that read the file. What others said of the file does not matter any more. */
  readBy({ id, version }: ExtractionPlugin, extraction: Extraction): Extraction {
    this.#ids.add(id);
    const warnings = [...extraction.warnings, ...this.#faults];
    return { ...this.#measured(extraction), warnings, provider: id, providerVersion: version };
  }

  movedBy(extraction: Extraction, turn: ExtractionTurn): Extraction {
    const asked: AskedPlugins = {
      ids: [...this.#ids],
      ...(this.#best && { best: this.#best }),
      ...(this.#faults.length > 0 && { faults: this.#faults }),
    };
    return { ...this.#measured(extraction), nextTurn: this.#ids.size === 0 ? turn : { ...turn, asked } };
  }

  /** Returns the extraction when no plugin read the file. */
  unread(): Extraction {
    const reason = unreadReason(this.type);
    const { outcome, ...fields } = this.#best ?? { outcome: 'unsupported', reason };
    return this.#measured(makeExtraction(outcome, fields));
  }

  /** A plugin that accepts anything, or files of an unknown type, rejects most of them: that tells users nothing. */
  #isTelling(plugin: ExtractionPlugin, { outcome, reason }: Extraction): boolean {
    if (outcome !== 'unsupported' || reason === OCR_IS_MISSING) return true;
    return acceptanceOf(plugin, this.type) === 'exact' && this.type !== UNKNOWN_TYPE;
  }

  #measured(extraction: Extraction): Extraction {
    return {
      ...extraction,
      asked: [...this.#ids],
      cpuMs: extraction.cpuMs + this.#cpuMs,
      peakRssBytes: Math.max(extraction.peakRssBytes, this.#peakRssBytes),
    };
  }
}

function weightOf(outcome: Extraction['outcome']): number {
  return WEIGHTS[outcome] ?? MOST_WEIGHT;
}
