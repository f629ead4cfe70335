import { describe, expect, it } from '@jest/globals';
import { matchingRules, type MatchableDocument } from './rule-matching.js';
import { FOLDED_INTO_ASCII } from './rule-sql.js';
import type { Condition, KnownCondition, Matching } from './tagging-rule.js';

const document: MatchableDocument = {
  name: 'Rechnung 2025.PDF',
  content: 'Stadtwerke GRÖSSE\nTotal 12 €',
  source: 'email',
  type: 'application/pdf',
  size: 1_000,
  documentDate: '2025-03-31',
  properties: { cpd_text: ['ÄRZTE'], cpd_number: [12.5], cpd_tags: ['cpso_a', 'cpso_b'], cpd_flag: [false] },
};
const condition = (field: Condition['field'], operator: Condition['operator'], value: string): Condition => ({
  field,
  operator,
  value,
});

async function matches(conditions: KnownCondition[], conditionMatchMode: Matching['conditionMatchMode'] = 'all') {
  return (await matchingRules([{ conditions, conditionMatchMode }], document)).length === 1;
}

describe('a tagging rule', () => {
  it.each<[Condition['operator'], string, boolean]>([
    ['equal', 'rechnung 2025.pdf', true],
    ['equal', 'rechnung', false],
    ['not_equal', 'Rechnung', true],
    ['not_equal', 'RECHNUNG 2025.PDF', false],
    ['contains', '2025.P', true],
    ['contains', '2025%P', false],
    ['contains', 'Rechnung_2025', false],
    ['not_contains', 'contract', true],
    ['not_contains', 'RECH', false],
    ['starts_with', 'reCH', true],
    ['starts_with', ' rech', false],
    ['ends_with', '.pdf', true],
    ['ends_with', 'pdf ', false],
    ['matches', '^rechnung \\d{4}\\.', true],
    ['matches', '^\\d', false],
    ['not_matches', '^\\d', true],
    ['not_matches', 'pdf$', false],
  ])('a rule compares the name without regard to case: %s %j is %s', async (operator, value, expected) => {
    expect(await matches([condition('name', operator, value)])).toBe(expected);
  });

  it('a rule folds case and white space, but not accents', async () => {
    expect(await matches([condition('content', 'contains', 'Grösse')])).toBe(true);
    expect(await matches([condition('content', 'contains', 'größe')])).toBe(false);
    expect(await matches([condition('content', 'contains', 'grosse')])).toBe(false);
    expect(await matches([condition('content', 'contains', 'grösse total')])).toBe(true);
    expect(await matches([condition('content', 'contains', 'grössetotal')])).toBe(false);
  });

  it.each([
    ['account\nstatement', 'account statement'],
    ['account\u00a0statement', 'account statement'],
    ['account \r\n\t statement', 'Account Statement'],
    ['account\u2009statement', 'account\u00a0statement'],
    ['ﬁnal o\ufb00er', 'final offer'],
    ['ＩＮＶＯＩＣＥ ①', 'invoice 1'],
    ['Öl'.normalize('NFD'), 'öl'],
    ['Öl', 'ÖL'.normalize('NFD')],
    ['5\u00a0€', '5 €'],
  ])('a rule finds in %j the text %j', async (content, value) => {
    const rule: Matching = { conditionMatchMode: 'all', conditions: [condition('content', 'contains', value)] };
    expect(await matchingRules([rule], { ...document, content })).toEqual([rule]);
  });

  it('a rule requires all of its conditions or any one, and matches everything when it has none', async () => {
    const [yes, no] = [condition('name', 'contains', '2025'), condition('content', 'contains', '2024')];
    expect(await matches([yes, no], 'all')).toBe(false);
    expect(await matches([yes, no], 'any')).toBe(true);
    expect(await matches([no, no], 'any')).toBe(false);
    expect([await matches([], 'all'), await matches([], 'any')]).toEqual([true, true]);
  });

  it.each<[Partial<KnownCondition>, boolean]>([
    [{ field: 'source', operator: 'equal', value: 'email' }, true],
    [{ field: 'source', operator: 'not_equal', value: 'email' }, false],
    [{ field: 'type', operator: 'starts_with', value: 'APPLICATION/' }, true],
    [{ field: 'size', operator: 'greater_than', value: '999' }, true],
    [{ field: 'size', operator: 'less_than', value: '1000' }, false],
    [{ field: 'documentDate', operator: 'equal', value: '2025-03-31' }, true],
    [{ field: 'documentDate', operator: 'before', value: '2025-03-31' }, false],
    [{ field: 'documentDate', operator: 'after', value: '2024-12-31' }, true],
    [{ field: 'documentDate', operator: 'is_not_set', value: '' }, false],
    [{ field: 'documentDate', operator: 'between', value: '2025-03-31..2025-04-01' }, true],
    [{ field: 'documentDate', operator: 'between', value: '2025-04-01..2025-04-02' }, false],
    [{ field: 'size', operator: 'between', value: '1000..1000' }, true],
    [{ field: 'content', operator: 'matches', value: '^total \\d+ €$' }, true],
    [{ propertyDefinitionId: 'cpd_text', propertyType: 'text', operator: 'matches', value: '^ä.zte$' }, true],
    [{ propertyDefinitionId: 'cpd_none', propertyType: 'text', operator: 'matches', value: '.*' }, false],
    [{ propertyDefinitionId: 'cpd_none', propertyType: 'text', operator: 'not_matches', value: '.*' }, true],
    [{ propertyDefinitionId: 'cpd_number', propertyType: 'number', operator: 'between', value: '-1..12.5' }, true],
    [{ propertyDefinitionId: 'cpd_text', propertyType: 'text', operator: 'contains', value: 'rzt' }, true],
    [{ propertyDefinitionId: 'cpd_none', propertyType: 'text', operator: 'not_contains', value: 'a' }, true],
    [{ propertyDefinitionId: 'cpd_none', propertyType: 'text', operator: 'contains', value: 'a' }, false],
    [{ propertyDefinitionId: 'cpd_none', propertyType: 'date', operator: 'is_set', value: '' }, false],
    [{ propertyDefinitionId: 'cpd_number', propertyType: 'number', operator: 'less_than', value: '12.6' }, true],
    [{ propertyDefinitionId: 'cpd_tags', propertyType: 'multi_select', operator: 'equal', value: 'cpso_b' }, true],
    [{ propertyDefinitionId: 'cpd_tags', propertyType: 'multi_select', operator: 'not_equal', value: 'cpso_b' }, false],
    [{ propertyDefinitionId: 'cpd_flag', propertyType: 'boolean', operator: 'equal', value: 'false' }, true],
    [{ propertyDefinitionId: 'cpd_flag', propertyType: 'boolean', operator: 'is_set', value: '' }, true],
  ])('a rule compares other facts of a document: %j is %s', async (given, expected) => {
    const known = { ...condition('property', 'equal', ''), ...given };
    expect(await matches([known])).toBe(expected);
  });

  it('a rule does not match when one of its properties was deleted, whatever its other conditions', async () => {
    const deleted = {
      ...condition('property', 'is_not_set', ''),
      propertyDefinitionId: 'cpd_gone',
      propertyType: null,
    };
    expect(await matches([deleted, condition('name', 'contains', '2025')], 'any')).toBe(false);
  });

  it('matching yields to other work while many rules are compared with a long text', async () => {
    const rule: Matching = { conditionMatchMode: 'all', conditions: [condition('content', 'contains', 'abba')] };
    let turns = 0;
    const rules = Array.from({ length: 200 }, () => rule);
    await matchingRules(rules, { ...document, content: 'ab '.repeat(1_000_000) }, undefined, async () => (turns += 1));
    expect(turns).toBeGreaterThan(0);
  });

  it('a rule that cannot be evaluated does not affect the other rules', async () => {
    const broken = { conditionMatchMode: 'all', conditions: [{ field: 'name', operator: 'sounds_like', value: 'x' }] };
    const sound: Matching = { conditionMatchMode: 'all', conditions: [] };
    const faults: Matching[] = [];
    const found = await matchingRules([broken as unknown as Matching, sound], document, (rule) => faults.push(rule));
    expect(found).toEqual([sound]);
    expect(faults).toEqual([broken]);
  });
});

describe('the letters that become ASCII in lower case', () => {
  it('letters that become ASCII in lower case are the ones that the SQL form replaces in this version of Unicode', () => {
    const found: Record<string, string> = {};
    for (let code = 0x80; code <= 0x10ffff; code += 1) {
      const letter = String.fromCodePoint(code);
      const lower = letter.toLowerCase();
      if (/[\u0001-\u007F]/.test(lower)) found[letter] = lower;
    }
    expect(found).toEqual(FOLDED_INTO_ASCII);
  });
});
