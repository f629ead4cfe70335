import { describe, expect, it } from '@jest/globals';
import { randomUserName, userNameOf } from './user-names.js';
import { ADJECTIVES, ANIMALS } from './words.js';

const facts = {
  user: { id: 'usr_1', name: 'Jörg  O’Neill-Groß', email: 'j.oneill+tax@example.com' },
  organization: { id: 'org_1', name: 'Family & Co.' },
};

describe('names of intake addresses', () => {
  it('intake addresses have random words and a number as name', () => {
    expect(randomUserName()).toMatch(/^[a-z]+-[a-z]+-\d{1,3}$/);
    expect(new Set([...ADJECTIVES, ...ANIMALS]).size).toBe(ADJECTIVES.length + ANIMALS.length);
    expect([...ADJECTIVES, ...ANIMALS].filter((word) => !/^[a-z]{3,}$/.test(word))).toEqual([]);
  });

  it.each([
    ['{{user.name}}', 'jorg-o-neill-gross'],
    ['{{user.email.username}}.{{organization.name}}', 'j-oneill-family-co'],
    ['{{user.id}}_{{organization.id}}', 'usr-1-org-1'],
    ['Inbox of {{unknown}}', 'inbox-of-unknown'],
  ])('intake addresses follow the pattern %s', (pattern, name) => {
    expect(userNameOf(pattern, facts)).toBe(name);
  });

  it('intake addresses have a new number in each place of the pattern', () => {
    expect(userNameOf('{{random.digits}}x{{random.digits}}', facts)).toMatch(/^\d{1,4}x\d{1,4}$/);
    const many = new Set(Array.from({ length: 20 }, () => userNameOf('{{random.digits}}', facts)));
    expect(many.size).toBeGreaterThan(1);
  });

  it('a name is random when nothing is left of the pattern, and ends with its digits when it is long', () => {
    const nameless = { ...facts, organization: { id: 'org_1', name: '請求書' } };
    expect(userNameOf('{{organization.name}}', nameless)).toMatch(/^[a-z]+-[a-z]+-\d{1,3}$/);
    const long = { ...facts, organization: { id: 'org_1', name: 'long '.repeat(100) } };
    const name = userNameOf('{{organization.name}}-{{random.digits}}', long);
    expect(name).toMatch(/^[a-z][a-z-]*-\d{1,4}$/);
    expect(name.length).toBeLessThanOrEqual(60);
  });
});
