import { aTestHost } from '@archivolt/plugin-kit/testing';
import type { TaggingRequest } from '@archivolt/plugin-kit';
import { LlmConfig } from '../src/llm.config.js';
import { LlmTagger } from '../src/llm-tagger.js';
import { ModelService } from './model-service.js';

/** Port 1 is reserved, no server listens there. */
export const AWAY = 'http://127.0.0.1:1';
export const KEY = 'sk-5ecretKey';
let services: ModelService[] = [];

export async function aService(): Promise<{ service: ModelService; url: string }> {
  const service = new ModelService();
  services.push(service);
  return { service, url: await service.start() };
}

export async function stopAll(): Promise<void> {
  await Promise.all(services.map((service) => service.stop()));
  services = [];
}

export function taggerAt(url: string, settings: Partial<LlmConfig> = {}, now = () => 0): LlmTagger {
  const config = Object.assign(new LlmConfig(), {
    model: 'openai://gpt-test',
    openaiBaseUrl: `${url}/v1`,
    openaiApiKey: KEY,
    anthropicBaseUrl: url,
    anthropicApiKey: KEY,
    ollamaBaseUrl: `${url}/v1/`,
    ...settings,
  });
  return LlmTagger.from({ ...aTestHost(config), now });
}

export const letter: TaggingRequest = {
  organizationId: 'org_1',
  documentId: 'doc_1',
  name: 'letter.txt',
  content: 'The invoice of the plumber.',
  tags: [
    { name: 'Invoice', description: 'What has to be paid' },
    { name: 'Plumber', description: null },
  ],
  mayCreateTags: false,
  maxTags: 5,
  maySuggestDetails: false,
};

/** What the plugin throws. */
export const faultOf = (asking: Promise<unknown>): Promise<Error & { usage?: object }> =>
  asking.then(
    (value) => Promise.reject(new Error(`it answered ${JSON.stringify(value)}`)),
    (error: unknown) => error as Error,
  );
