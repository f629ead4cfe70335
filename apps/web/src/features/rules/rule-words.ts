import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Condition } from './rules';

const FIELD_WORDS = { name: msg`Name`, content: msg`Text` } as const;
const OPERATOR_WORDS = {
  contains: msg`contains`,
  not_contains: msg`does not contain`,
  equal: msg`is exactly`,
  not_equal: msg`is not exactly`,
  starts_with: msg`starts with`,
  ends_with: msg`ends with`,
} as const;

export const fieldWord = (i18n: I18n, field: Condition['field']): string => i18n._(FIELD_WORDS[field]);
export const operatorWord = (i18n: I18n, operator: Condition['operator']): string => i18n._(OPERATOR_WORDS[operator]);
