import { indexTerms } from '@archivolt/plugin-kit';

export type Field = 'content' | 'name';

/** A tsvector holds 1 MB of words; PostgreSQL does not check that for vectors made of arrays. */
const MAX_VECTOR_BYTES = 1_000_000;
const MAX_VECTOR_TERMS = 200_000;
const FIELD_MARK: Record<Field, string> = { content: '.', name: '/' };

/** The words of one organization: each lexeme starts with its number, so that no query reaches another's documents. */
export class Lexemes {
  /** In every vector of the organization. */
  readonly any: string;
  private readonly organization: string;

  /** `undefined` for an organization that has no document yet: its lexemes match nothing. */
  constructor(organizationNumber: number | undefined) {
    this.organization = organizationNumber?.toString(36) ?? '-';
    this.any = `${this.organization}*`;
  }

  of(field: Field, term: string): string {
    return `${this.organization}${FIELD_MARK[field]}${term}`;
  }

  /** All lexemes of a document separated by spaces; those of the name come first, what is too much is left out. */
  vector(words: Record<Field, readonly string[]>): string {
    const lexemes = [this.any];
    let bytes = this.any.length;
    for (const field of ['name', 'content'] as const) {
      for (const term of indexTerms(words[field])) {
        const lexeme = this.of(field, term);
        bytes += Buffer.byteLength(lexeme);
        if (bytes > MAX_VECTOR_BYTES || lexemes.length >= MAX_VECTOR_TERMS) return lexemes.join(' ');
        lexemes.push(lexeme);
      }
    }
    return lexemes.join(' ');
  }
}
