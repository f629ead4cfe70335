import { COLUMNS_OF_GROUPS, groupsOfMatches } from '@archivolt/search-sql';
import type { QueryPlan } from './query-plan.js';
import { allMatches, type Statement } from './statements.js';

export function groupsStatement(plan: QueryPlan): Statement {
  const { text, values } = allMatches(plan, COLUMNS_OF_GROUPS);
  return { text: groupsOfMatches(text), values };
}
