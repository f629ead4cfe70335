import { describe, expect, it } from '@jest/globals';
import { HOST_TYPES } from '@archivolt/plugin-kit/testing';
import { detectableTypes, undetectable } from './detectable-types.js';

describe('the types that the host detects', () => {
  it('the host detects the types that the contract suite of extraction plugins knows', () => {
    const detected = detectableTypes();
    // Write a difference into libs/ground/plugin-kit/testing/extraction/host-types.ts.
    expect([...detected].filter((type) => !HOST_TYPES.has(type))).toEqual([]);
    expect([...HOST_TYPES].filter((type) => !detected.has(type))).toEqual([]);
  });

  it('a plugin is reported that accepts a type which cannot be detected', () => {
    const accepts = ['application/pdf', 'image/*', '*/*', 'application/x-fictionbook+xml', 'text/plian'];
    expect(undetectable(accepts, [])).toEqual(['application/x-fictionbook+xml', 'text/plian']);
    expect(undetectable(accepts, [{ type: 'application/x-fictionbook+xml' }])).toEqual(['text/plian']);
  });
});
