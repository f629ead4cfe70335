import { describe, expect, it } from '@jest/globals';
import { ApiDescription } from '../support/api-description.js';

const description = new ApiDescription();
const JSON_TYPE = 'application/json; charset=utf-8';
const TAGS = '/api/organizations/org_0mc5t1k8a0q7w2e9r4t6y1u3/tags';

const problemsOf = (method: string, address: string, status: number, body: unknown, contentType = JSON_TYPE) =>
  description.problemsOf(method, address, { status, contentType, text: JSON.stringify(body) });

describe('checking a response against the API description', () => {
  it('accepts a response that matches the description', () => {
    expect(problemsOf('GET', '/api/ping', 200, { status: 'ok' })).toEqual([]);
    expect(problemsOf('GET', `${TAGS}?x=1`, 200, { tags: [] })).toEqual([]);
    expect(problemsOf('POST', TAGS, 409, { error: { code: 'tags.already_exists', message: 'Taken.' } })).toEqual([]);
  });

  it.each([
    ['a key that is not described', 200, { status: 'ok', mood: 'good' }],
    ['a key that is missing', 200, {}],
    ['a value of another type', 200, { status: 1 }],
    ['another status', 201, { status: 'ok' }],
    ['an error without its body', 500, { message: 'oh' }],
    ['an error with a code of another route', 500, { error: { code: 'tags.already_exists', message: 'Taken.' } }],
  ])('reports a response with %s', (_, status, body) => {
    expect(problemsOf('GET', '/api/ping', status, body)).not.toEqual([]);
  });

  it('reports a response that is not JSON, of an undescribed route or of another method', () => {
    expect(problemsOf('GET', '/api/ping', 200, { status: 'ok' }, 'text/html')).not.toEqual([]);
    expect(problemsOf('GET', '/api/secret', 200, {})).toEqual(['the route is not described']);
    expect(problemsOf('POST', '/api/ping', 200, { status: 'ok' })).toEqual(['the route is not described']);
  });

  it('a fixed path is preferred to one with a parameter', () => {
    const documents = TAGS.replace('/tags', '/documents');
    expect(problemsOf('GET', `${documents}/deleted`, 200, { documents: [], documentsCount: 0 })).toEqual([]);
    expect(problemsOf('GET', `${documents}/deleted`, 200, { document: {} })).not.toEqual([]);
  });
});
