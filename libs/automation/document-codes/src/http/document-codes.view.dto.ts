import type { CodeMeaning, CodesOfDocument, NumberHolder, StoredCode } from '#automation/document-codes';
import type { DateTime, Integer } from '#ground/http-kit';

/** The document that has an archive number. */
export class NumberHolderView {
  documentId!: string;
  name!: string;
  isDeleted!: boolean;
}

/** An archive number on a label. */
export class NumberOnLabelView {
  /** Null when no number from 1 to 999,999,999 follows the prefix. */
  number!: Integer | null;
  /**
   * `set`: the document got it; `kept`: it had it; `other`: it had another one, which stays; `taken`: another document has
   * it; `removed`: someone has taken it away; `further`: another label comes first; `invalid`: it is no number.
   */
  result!: 'further' | 'invalid' | 'kept' | 'other' | 'removed' | 'set' | 'taken';
  /** The document that has the number now; null when none has. */
  holder!: NumberHolderView | null;
}

/** The name of a tag on a code. */
export class TagOnCodeView {
  name!: string;
  /** `unknown`: there is no such tag, and none was created. */
  result!: 'added' | 'unknown';
}

export class DocumentCodeView {
  /** Counted from 1. */
  page!: Integer;
  /** `PatchCode`: the bars on a Patch-T sheet; its text is `PATCHT`. */
  format!: 'Code128' | 'DataMatrix' | 'PatchCode' | 'QRCode';
  /** On one line, of at most 500 characters. */
  text!: string;
  /** The text of the code is longer. */
  isCut!: boolean;
  /** Null when it is no label with an archive number. */
  archiveNumber!: NumberOnLabelView | null;
  /** Null when it names no tag. */
  tag!: TagOnCodeView | null;
  /** The page is a sheet between two documents. */
  isSeparator!: boolean;
}

export class DocumentCodesView {
  /** Null while no codes were looked for. */
  readAt!: DateTime | null;
  /** `read`, or why no page was looked at: `corrupt`, `encrypted`, `unsupported`, `too-large`, `timeout`, `crashed`. */
  outcome!: string | null;
  /** One sentence about it. */
  reason!: string | null;
  /** Pages that were looked at, from the first one. */
  pages!: Integer | null;
  /** Those of them that could not be read. */
  unreadPages!: Integer;
  /** Pages of the file; null when it is not known. */
  pagesCount!: Integer | null;
  /** In the order of the pages; the same text is listed once on each page. */
  codes!: DocumentCodeView[];
}

interface Known {
  found: CodesOfDocument | undefined;
  holders: ReadonlyMap<number, NumberHolder>;
}

export function documentCodesView({ found, holders }: Known): DocumentCodesView {
  return {
    readAt: found?.readAt.toISOString() ?? null,
    outcome: found?.outcome ?? null,
    reason: found?.reason ?? null,
    pages: found?.pages ?? null,
    unreadPages: found?.unreadPages ?? 0,
    pagesCount: found?.pagesCount ?? null,
    codes: (found?.codes ?? []).map((code) => codeView(code, holders)),
  };
}

function codeView({ page, format, text, isCut, meaning }: StoredCode, holders: Known['holders']): DocumentCodeView {
  return {
    ...{ page, format, text, isCut },
    archiveNumber: numberView(meaning, holders),
    tag: meaning?.kind === 'tag' ? { name: meaning.name, result: meaning.outcome } : null,
    isSeparator: meaning?.kind === 'separator',
  };
}

function numberView(meaning: CodeMeaning | null, holders: Known['holders']): NumberOnLabelView | null {
  if (meaning?.kind !== 'archive-number') return null;
  const { number, outcome } = meaning;
  return { number, result: outcome, holder: (number !== null && holders.get(number)) || null };
}
