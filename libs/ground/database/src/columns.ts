import { p } from '@mikro-orm/core';

/** Column kinds that every table shares: ids sort by byte, dates keep their milliseconds. */
export const idColumn = () => p.string().columnType('text');
export const textColumn = () => p.string().columnType('text');
export const dateColumn = () => p.datetime().columnType('timestamptz(3)');
/** PostgreSQL sends the value as a string. */
export const bigintColumn = () => p.bigint('string');
