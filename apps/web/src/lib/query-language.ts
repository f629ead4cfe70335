// The same lexer, parser and printer as the server's.
export * from '../../../../libs/query-language/src/index.js';
