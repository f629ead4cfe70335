export {
  DATE_FILTER_NAMES,
  FILTER_NAMES,
  isBuiltInFilter,
  type ADDITIONAL_FILTER_NAMES,
  type BUILT_IN_FILTER_NAMES,
} from './filter-names.js';
export { readTokens, type FilterToken, type GroupFilterToken, type QueryToken, type SignToken } from './lexer.js';
export { parseQuery, type ParsedQuery } from './parser.js';
export { printQuery } from './printer.js';
export { propertyKey } from './property-key.js';
export { MAX_DEPTH, MAX_TOKENS, type QueryNote } from './query-note.js';
export type {
  QueryFilter,
  QueryGroup,
  QueryNode,
  QueryNot,
  QueryOperator,
  QueryText,
  TextRange,
} from './query-tree.js';
