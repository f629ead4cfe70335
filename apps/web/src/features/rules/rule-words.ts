import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SOURCES } from './condition-targets';
import type { Condition, FollowUp } from './rules';

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
  matches: msg`matches the pattern`,
  not_matches: msg`does not match the pattern`,
  greater_than: msg`is greater than`,
  less_than: msg`is less than`,
  before: msg`is before`,
  after: msg`is after`,
  between: msg`is between`,
  in_last_days: msg`is in the last … days`,
  in_next_days: msg`is in the next … days`,
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
const FOLLOW_UP_WORDS = {
  notify: msg`E-mail members`,
  webhook: msg`Notify webhooks`,
  'share-link': msg`Create share link`,
} as const;

export const fieldWord = (i18n: I18n, field: Condition['field']): string => i18n._(FIELD_WORDS[field]);
export const operatorWord = (i18n: I18n, operator: Condition['operator']): string => i18n._(OPERATOR_WORDS[operator]);
export const sourceWord = (i18n: I18n, source: (typeof SOURCES)[number]): string => i18n._(SOURCE_WORDS[source]);
export const followUpWord = (i18n: I18n, kind: FollowUp['kind']): string => i18n._(FOLLOW_UP_WORDS[kind]);
