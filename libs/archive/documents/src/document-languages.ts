import { Injectable } from '@nestjs/common';
import { foldedWords, languageOf, NO_LANGUAGE } from '@archivolt/plugin-kit';
import { Clock, type OrganizationScope } from '#ground/kernel';
import { DocumentContentRepository } from './document-content.repository.js';

interface Sample {
  languages: readonly string[];
  until: number;
}

/** Documents looked at: the newest ones, and some of the oldest. */
const NEWEST = 200;
const OLDEST = 100;
const CHARACTERS = 1_500;
const KEPT_MS = 600_000;
/** While there are few documents, each of them may bring a language. */
const KEPT_OF_FEW_MS = 5_000;
const MOST_KEPT = 10_000;
/** Documents that must have lines in another language than their own: a few words may be the same in several. */
const LEAST_WITH_LINES = 3;

/** The languages that the documents of an organization are in, from a sample of them. */
@Injectable()
export class DocumentLanguages {
  readonly #samples = new Map<string, Sample>();

  constructor(
    private readonly contents: DocumentContentRepository,
    private readonly clock: Clock,
  ) {}

  /** As codes of ISO 639-1, the most frequent first; also those that some lines of several documents are in. What is new is noticed after some minutes at the latest. */
  async of(scope: OrganizationScope): Promise<readonly string[]> {
    const known = this.#samples.get(scope.organizationId);
    if (known !== undefined && known.until > this.clock.monotonic()) return known.languages;
    const beginnings = await this.contents.beginnings(scope, {
      newest: NEWEST,
      oldest: OLDEST,
      characters: CHARACTERS,
    });
    const languages = languagesIn(beginnings);
    if (this.#samples.size >= MOST_KEPT) this.#samples.clear();
    const kept = beginnings.length < NEWEST ? KEPT_OF_FEW_MS : KEPT_MS;
    this.#samples.set(scope.organizationId, { languages, until: this.clock.monotonic() + kept });
    return languages;
  }
}

/** Those that texts are in, and then those that only lines of them are in, the most frequent first. */
function languagesIn(texts: readonly string[]): string[] {
  const ofTexts: string[] = [];
  const ofLines: string[] = [];
  for (const text of texts) {
    const language = languageOf(foldedWords(text));
    const lines = text.split(/[\n\f]+/).map((line) => languageOf(foldedWords(line), { besides: language }));
    ofTexts.push(language);
    ofLines.push(...new Set(lines));
  }
  return [...new Set([...mostFrequent(ofTexts, 1), ...mostFrequent(ofLines, LEAST_WITH_LINES)])];
}

function mostFrequent(languages: readonly string[], least: number): string[] {
  const counts = new Map<string, number>();
  for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts]
    .filter(([language, count]) => language !== NO_LANGUAGE && count >= least)
    .sort(([, one], [, other]) => other - one)
    .map(([language]) => language);
}
