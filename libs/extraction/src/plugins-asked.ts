import { UNKNOWN_TYPE } from './detect/detect-type.js';
import { acceptanceOf, type ExtractionPlugin } from './extraction-plugins.js';
import { makeExtraction, type AskedPlugins, type Extraction, type ExtractionTurn } from './extraction.js';
import { unreadReason } from './unread-formats.js';

export const OCR_IS_MISSING = 'It can only be read by OCR, and no OCR plugin is installed.';

/** A service that fails with one file, or rejects it, leaves it to the next plugin. */
const LEAVES_TO_NEXT = {
  remote: new Set<Extraction['outcome']>(['crashed', 'failed', 'insufficient', 'timeout', 'unsupported']),
  sandboxed: new Set<Extraction['outcome']>(['insufficient', 'unsupported']),
};

/** True when no other plugin is asked for this file. */
export function endsSearch({ declaration }: ExtractionPlugin, { outcome }: Extraction): boolean {
  return !LEAVES_TO_NEXT[declaration.form].has(outcome);
}

/** The plugins that did not read one file, in this lane and in earlier ones, and what is known from them. */
export class PluginsAsked {
  readonly #ids: Set<string>;
  #best: AskedPlugins['best'];
  #cpuMs = 0;
  #peakRssBytes = 0;

  constructor(
    private readonly type: string,
    { ids, best }: AskedPlugins = { ids: [] },
  ) {
    this.#ids = new Set(ids);
    this.#best = best;
  }

  has({ id }: ExtractionPlugin): boolean {
    return this.#ids.has(id);
  }

  add(plugin: ExtractionPlugin, extraction: Extraction): void {
    const { outcome, reason, warnings, cpuMs, peakRssBytes } = extraction;
    this.#ids.add(plugin.id);
    this.#cpuMs += cpuMs;
    this.#peakRssBytes = Math.max(this.#peakRssBytes, peakRssBytes);
    if (!this.#isTelling(plugin, extraction)) return;
    // Of several that cannot extract it, one that got further than `unsupported` says more.
    if (this.#best !== undefined && outcome === 'unsupported') return;
    this.#best = { outcome, reason, warnings, provider: plugin.id, providerVersion: plugin.version };
  }

  /** The extraction of the plugin that read the file. What others said of the file does not matter any more. */
  readBy({ id, version }: ExtractionPlugin, extraction: Extraction): Extraction {
    this.#ids.add(id);
    return { ...this.#measured(extraction), provider: id, providerVersion: version };
  }

  movedBy(extraction: Extraction, turn: ExtractionTurn): Extraction {
    const asked: AskedPlugins = { ids: [...this.#ids], ...(this.#best && { best: this.#best }) };
    return { ...this.#measured(extraction), nextTurn: this.#ids.size === 0 ? turn : { ...turn, asked } };
  }

  /** No plugin read the file. */
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
