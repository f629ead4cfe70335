// The same lexer, parser and printer as the server's.
export * from '../../../../libs/capabilities/query/src/index.js';
