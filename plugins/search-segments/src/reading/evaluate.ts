import type { SearchTree } from '@archivolt/plugin-kit';
import { Places } from '../segments/index.js';
import type { IndexPart } from './index-part.js';
import type { Reading } from './reading.js';
import { relationalPlaces, type AskedIndex } from './relational-leaves.js';
import { textLeaf, textLeavesOf, type TextLeaf } from './text-leaf.js';
import { findTexts, type PlacesByPart } from './text-leaves.js';

/** The documents of a part that match. */
export interface PartMatches {
  directory: IndexPart['directory'];
  matches: Places;
}

/** What is looked up in texts. */
export interface AskedTexts {
  trees: readonly SearchTree[];
  /** Further leaves than those of the trees. */
  leaves?: readonly TextLeaf[];
}

/** Answers trees. Every set has only documents that its part answers for, and may be changed by its receiver. */
export class Evaluation {
  private constructor(
    readonly asked: AskedIndex,
    private readonly texts: ReadonlyMap<string, PlacesByPart>,
    private readonly reading: Reading,
  ) {}

  /** Looks up all texts that will be asked for, each once. */
  static async begin({ trees, leaves = [] }: AskedTexts, asked: AskedIndex, reading: Reading): Promise<Evaluation> {
    const all = new Map(leaves.map((leaf) => [leaf.key, leaf]));
    for (const tree of trees) textLeavesOf(tree, all);
    return new Evaluation(asked, await findTexts(asked.parts, [...all.values()], reading), reading);
  }

  /** The active documents that match; each document is in one part at most. */
  async matches(tree: SearchTree): Promise<PartMatches[]> {
    const matches = await this.of(tree);
    return this.asked.parts.map(({ directory }, index) => ({
      directory,
      matches: matches[index] ?? Places.none(directory.size),
    }));
  }

  /** The documents of a leaf. */
  ofLeaf(leaf: TextLeaf | undefined): Places[] {
    const found = leaf && this.texts.get(leaf.key);
    return this.#each((part) => {
      const places = found?.get(part);
      return places === undefined ? Places.none(part.directory.size) : places.copy().and(part.live);
    });
  }

  async of(tree: SearchTree): Promise<Places[]> {
    await this.reading.pacer.step();
    this.reading.session.check();
    switch (tree.kind) {
      case 'all':
        return this.asked.parts.map(({ live }) => live.copy());
      case 'nothing':
        return this.#none();
      case 'and':
        return this.#and(tree.children);
      case 'or':
        return this.#or(tree.children);
      case 'not': {
        const excluded = await this.of(tree.child);
        return this.#each((part, index) => part.live.copy().andNot(excluded[index] ?? part.live));
      }
      case 'ending':
      case 'language':
      case 'text':
        return this.ofLeaf(textLeaf(tree));
      default: {
        const found = await relationalPlaces(tree, this.asked, this.reading);
        return this.#each((part, index) => (found[index] ?? Places.none(part.directory.size)).and(part.live));
      }
    }
  }

  async #and(children: readonly SearchTree[]): Promise<Places[]> {
    let all: Places[] | undefined;
    for (const child of children) {
      const found = await this.of(child);
      all = all?.map((places, index) => places.and(found[index] ?? places)) ?? found;
    }
    return all ?? this.of({ kind: 'all' });
  }

  async #or(children: readonly SearchTree[]): Promise<Places[]> {
    const any = this.#none();
    for (const child of children) {
      const found = await this.of(child);
      any.forEach((places, index) => places.or(found[index] ?? places));
    }
    return any;
  }

  #none(): Places[] {
    return this.#each(({ directory }) => Places.none(directory.size));
  }

  #each(placesOf: (part: IndexPart, index: number) => Places): Places[] {
    return this.asked.parts.map(placesOf);
  }
}
