import { describe, expect, it } from '@jest/globals';
import { askable, bodyOf, fieldsOf, isFilledIn, NEW_RULE, type ShownRule } from './rules';

const at = '2026-01-01T00:00:00.000Z';
const times = { createdAt: at, updatedAt: at };
const RULE = {
  ...{ id: 'tr_1', ...times, organizationId: 'org_1', name: 'Rule', description: null, enabled: false },
  conditionMatchMode: 'any',
  conditions: [
    {
      id: 'trc_1',
      ...times,
      taggingRuleId: 'tr_1',
      field: 'name',
      operator: 'ends_with',
      value: ' x',
      propertyDefinitionId: null,
      isCaseSensitive: false,
    },
  ],
  actions: [{ id: 'tra_1', ...times, taggingRuleId: 'tr_1', tagId: 'tag_1', tag: null }],
  changes: [{ kind: 'name', propertyDefinitionId: null, value: '{name}' }],
  followUps: [{ kind: 'share-link', role: null, userIds: null, expiresInDays: 7 }],
} as unknown as ShownRule;

describe('the form of a tagging rule', () => {
  it('the form sends the whole rule, as the server had it, when nothing was changed', () => {
    expect(bodyOf(fieldsOf(RULE))).toEqual({
      name: 'Rule',
      description: '',
      enabled: false,
      conditionMatchMode: 'any',
      conditions: [{ field: 'name', operator: 'ends_with', value: ' x' }],
      tagIds: ['tag_1'],
      changes: [{ kind: 'name', value: '{name}' }],
      followUps: [{ kind: 'share-link', expiresInDays: 7 }],
    });
  });

  it('a range is filled in when it has both ends', () => {
    const isFilled = (value: string) => isFilledIn({ field: 'documentDate', operator: 'between', value });
    expect(['2026-01-01..2026-02-01', '2026-01-01..', '..2026-02-01', ''].map(isFilled)).toEqual([
      ...[true, false, false, false],
    ]);
  });

  it('the form counts only the conditions that are filled in', () => {
    const filled = { field: 'name', operator: 'equal', value: ' ' } as const;
    expect(askable({ conditionMatchMode: 'all', conditions: [...NEW_RULE.conditions, filled] })).toEqual({
      conditionMatchMode: 'all',
      conditions: [filled],
    });
  });
});
