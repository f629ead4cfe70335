import { msg } from '@lingui/core/macro';
import { Calendar, CircleDot, Files, Hash, ListChecks, TextCursorInput, ToggleLeft, UserRound } from 'lucide-react';

export const TYPE_WORDS = {
  text: msg`Text`,
  number: msg`Number`,
  date: msg`Date`,
  boolean: msg`Yes or no`,
  select: msg`One of several options`,
  multi_select: msg`Multiple options`,
  user_relation: msg`Members`,
  document_relation: msg`Documents`,
} as const;

export const TYPE_ICONS = {
  text: TextCursorInput,
  number: Hash,
  date: Calendar,
  boolean: ToggleLeft,
  select: CircleDot,
  multi_select: ListChecks,
  user_relation: UserRound,
  document_relation: Files,
} as const;
