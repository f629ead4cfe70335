import { describe, expect, it } from '@jest/globals';
import { chooseTags, readSuggestion } from './suggested-tags.js';

describe('chooseTags', () => {
  const known = [
    { id: 'tag_invoice', normalizedName: 'invoice' },
    { id: 'tag_plumber', normalizedName: 'plumber' },
  ];

  it('prefers existing tags in the order of the suggestion and fills the rest with new ones', () => {
    expect(chooseTags(['Water', 'Plumber', 'Heating', 'INVOICE'], known, 3)).toEqual({
      existingIds: ['tag_plumber', 'tag_invoice'],
      newNames: ['Water'],
    });
  });

  it('ignores duplicates in any case, keeping the first', () => {
    expect(chooseTags(['Water', 'water', 'Invoice', 'invoice '], known, 9)).toEqual({
      existingIds: ['tag_invoice'],
      newNames: ['Water'],
    });
  });

  it.each(['', '  ', 'x'.repeat(65), 'two\nlines', 'a\0b', '\ud800', 'a\u2028b', '\u202etxt.exe', '\u200b'])(
    'ignores the name %j, which no tag can have',
    (name) => {
      expect(chooseTags([name], known, 5)).toEqual({ existingIds: [], newNames: [] });
    },
  );

  it('returns no new tag when existing ones are as many as allowed', () => {
    expect(chooseTags(['Plumber', 'Invoice', 'Water'], known, 2).newNames).toEqual([]);
  });
});

describe('readSuggestion', () => {
  it.each([
    [undefined, 'no object with `tags`'],
    [['Invoice'], 'no object with `tags`'],
    [{ tags: 'Invoice' }, '`tags` that is not a list'],
    [{ tags: ['Invoice', 7] }, 'a tag whose name is not a string'],
  ])('refuses %j and names the plugin', (answer, what) => {
    let fault: unknown;
    try {
      readSuggestion('auto-tagger-x', answer);
    } catch (error) {
      fault = error;
    }
    expect(fault).toMatchObject({ name: 'PermanentPluginError', message: `auto-tagger-x returned ${what}` });
  });

  it('takes numbers only from the usage, because a service may put anything into it', () => {
    const usage: Record<string, unknown> = { inputTokens: 812, cost: 3n, model: 'x' };
    usage['itself'] = usage;
    expect(readSuggestion('auto-tagger-x', { tags: ['Invoice'], usage })).toEqual({
      tags: ['Invoice'],
      usage: { inputTokens: 812 },
    });
    expect(readSuggestion('auto-tagger-x', { tags: [], usage: 'none' })).toEqual({ tags: [], usage: {} });
  });
});
