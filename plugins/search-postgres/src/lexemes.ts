import type { SearchField } from '@archivolt/plugin-kit';

/** None of them is a digit of the number before it. */
const FIELD_MARK: Record<SearchField, string> = { content: '.', name: '/', notes: '+' };

/** Bytes before a term that the budget of a vector counts: the mark, and the number of one of the first 46,655 organizations. */
export const PREFIX_BYTES = 4;

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

  of(field: SearchField, term: string): string {
    return `${this.prefix(field)}${term}`;
  }

  /** What stands before the terms of a field. */
  prefix(field: SearchField): string {
    return `${this.organization}${FIELD_MARK[field]}`;
  }
}
