import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SOURCES } from './condition-targets';
import type { Condition } from './rules';

const FIELD_WORDS = {
  name: msg`Name`,
  content: msg`Text`,
  source: msg`Source`,
  type: msg`File type`,
  size: msg`File size`,
  documentDate: msg`Document date`,
  property: msg`Deleted property`,
} as const;
const OPERATOR_WORDS = {
  contains: msg`contains`,
  not_contains: msg`does not contain`,
  equal: msg`is exactly`,
  not_equal: msg`is not exactly`,
  starts_with: msg`starts with`,
  ends_with: msg`ends with`,
  greater_than: msg`is greater than`,
  less_than: msg`is less than`,
  before: msg`is before`,
  after: msg`is after`,
  is_set: msg`has a value`,
  is_not_set: msg`has no value`,
} as const;
const SOURCE_WORDS = {
  upload: msg`Upload`,
  'file-request': msg`File request`,
  email: msg`E-mail`,
  folder: msg`Watched folder`,
  plugin: msg`Plugin`,
} as const;

export const fieldWord = (i18n: I18n, field: Condition['field']): string => i18n._(FIELD_WORDS[field]);
export const operatorWord = (i18n: I18n, operator: Condition['operator']): string => i18n._(OPERATOR_WORDS[operator]);
export const sourceWord = (i18n: I18n, source: (typeof SOURCES)[number]): string => i18n._(SOURCE_WORDS[source]);
