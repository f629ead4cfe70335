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

/** The languages that the documents of an organization are in, from a sample of them. */
@Injectable()
export class DocumentLanguages {
  readonly #samples = new Map<string, Sample>();

  constructor(
    private readonly contents: DocumentContentRepository,
    private readonly clock: Clock,
  ) {}

  /** As codes of ISO 639-1, the most frequent first. What is new is noticed after some minutes at the latest. */
  async of(scope: OrganizationScope): Promise<readonly string[]> {
    const known = this.#samples.get(scope.organizationId);
    if (known !== undefined && known.until > this.clock.monotonic()) return known.languages;
    const beginnings = await this.contents.beginnings(scope, {
      newest: NEWEST,
      oldest: OLDEST,
      characters: CHARACTERS,
    });
    const counts = new Map<string, number>();
    for (const beginning of beginnings) {
      const language = languageOf(foldedWords(beginning));
      if (language !== NO_LANGUAGE) counts.set(language, (counts.get(language) ?? 0) + 1);
    }
    const languages = [...counts].sort(([, one], [, other]) => other - one).map(([language]) => language);
    if (this.#samples.size >= MOST_KEPT) this.#samples.clear();
    const kept = beginnings.length < NEWEST ? KEPT_OF_FEW_MS : KEPT_MS;
    this.#samples.set(scope.organizationId, { languages, until: this.clock.monotonic() + kept });
    return languages;
  }
}
