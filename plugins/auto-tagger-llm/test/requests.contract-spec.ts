import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chatAnswer, json, type ModelService } from './model-service.js';
import { aService, faultOf, letter, stopAll, taggerAt } from './tagger.js';

describe('the requests to a server of language models', () => {
  let service: ModelService;
  let url: string;
  beforeEach(async () => ({ service, url } = await aService()));
  afterEach(stopAll);

  const ask = () => taggerAt(url).suggest(letter, { signal: new AbortController().signal });

  it('schemas are still used after a server has refused only the tag names of one organization', async () => {
    const tagger = taggerAt(url);
    const signal = new AbortController().signal;
    service.next.push(json({}, 400));
    service.answer = chatAnswer({ existingTags: ['Invoice'] });
    expect(await tagger.suggest(letter, { signal })).toMatchObject({ tags: ['Invoice'], usage: { requests: 2 } });
    expect(JSON.stringify(service.requests[1]?.body.response_format)).not.toContain('enum');
    await tagger.suggest({ ...letter, organizationId: 'org_2' }, { signal });
    expect(JSON.stringify(service.requests[2]?.body.response_format)).toContain('enum');
  });

  it.each([
    ['fails', json({}, 500), 3],
    ['is no JSON', (response: { end(text: string): void }) => response.end('<html>'), 3],
    ['never comes', (response: { destroy(): void }) => response.destroy(), 2],
  ])('the requests are counted when the answer to the last of three %s', async (_, answer, requests) => {
    service.next.push(json({}, 400), json({}, 422), answer);
    expect((await faultOf(ask())).usage).toEqual({ requests });
  });

  it('a request without a connection does not count, and one whose response breaks off counts', async () => {
    await stopAll();
    const fault = await faultOf(ask());
    expect(fault).toMatchObject({ name: 'TransientPluginError', usage: { requests: 0 } });
    ({ service, url } = await aService());
    service.answer = (response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"choices":');
      setImmediate(() => response.destroy());
    };
    const broken = await faultOf(ask());
    expect(broken).toMatchObject({ name: 'TransientPluginError', hasResponse: true });
    expect(broken.usage).toEqual({ requests: 1 });
  });

  it('nothing is sent before the time that a service requests, and the next request succeeds', async () => {
    let now = 0;
    const tagger = taggerAt(url, {}, () => now);
    const suggest = () => tagger.suggest(letter, { signal: new AbortController().signal });
    service.next.push(json({}, 429, { 'retry-after': '30' }));
    service.answer = chatAnswer({ existingTags: ['Invoice'] });
    expect(await faultOf(suggest())).toMatchObject({ name: 'TransientPluginError' });
    now = 29_000;
    expect(await faultOf(suggest())).toMatchObject({ name: 'TransientPluginError' });
    expect(service.requests).toHaveLength(1);
    now = 30_000;
    expect((await suggest()).tags).toEqual(['Invoice']);
  });

  it('a pause that a service requests is kept when another response comes later', async () => {
    const tagger = taggerAt(url);
    const suggest = () => faultOf(tagger.suggest(letter, { signal: new AbortController().signal }));
    const { promise: asked, resolve } = Promise.withResolvers<() => void>();
    service.next.push((response, request) => resolve(() => json({}, 500)(response, request)));
    const earlier = suggest();
    const answerEarlier = await asked;
    service.answer = json({}, 429, { 'retry-after': '30' });
    await suggest();
    answerEarlier();
    await earlier;
    expect((await suggest()).message).toMatch(/no requests for 30 s/);
    expect(service.requests).toHaveLength(2);
  });
});
