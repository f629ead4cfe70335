/** A part of the typed query: from the UTF-16 offset `from` until just before `to`. */
export interface TextRange {
  from: number;
  to: number;
}

export type QueryOperator = '<' | '<=' | '=' | '>' | '>=';

/** Words to search for. */
export interface QueryText extends TextRange {
  kind: 'text';
  /** Without quotes and escapes. */
  text: string;
  /** Whether it was typed in quotes, or can only be printed in quotes. */
  quoted: boolean;
}

/** `field:value`. A filter for a group, such as `tag:(a OR b)`, becomes one filter for each text in the group. */
export interface QueryFilter extends TextRange {
  kind: 'filter';
  /** Without quotes and escapes, in the case in which it was typed. */
  field: string;
  operator: QueryOperator;
  /** Without quotes and escapes; empty when none was typed. */
  value: string;
  /** Whether the value was typed in quotes, or can only be printed in quotes. */
  quoted: boolean;
  /** Where the value starts, with its quote. It ends at `to`. */
  valueFrom: number;
}

/** At least two operands. The range includes the parentheses when there are any. */
export interface QueryGroup extends TextRange {
  kind: 'and' | 'or';
  children: QueryNode[];
}

export interface QueryNot extends TextRange {
  kind: 'not';
  child: QueryNode;
}

/** What was typed, as a tree. It says nothing about the meaning of fields and values. */
export type QueryNode = QueryFilter | QueryGroup | QueryNot | QueryText;
